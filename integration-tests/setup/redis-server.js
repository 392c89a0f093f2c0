const { existsSync } = require("node:fs")

const places = [
  process.env.REDIS_SERVER_PATH,
  "/usr/bin/redis-server",
  "/usr/local/bin/redis-server",
  "/opt/homebrew/bin/redis-server",
]

/** The Redis server of this machine; undefined where there is none. */
module.exports = places.find((path) => path && existsSync(path))
