const { existsSync } = require("node:fs")

const places = [
  process.env.CHROMIUM_PATH,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
]

/** The browser of this machine; undefined where there is none. */
module.exports = places.find((path) => path && existsSync(path))
