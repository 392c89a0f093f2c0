const { createServer } = require("node:net")

/**
 * Below the ports that Linux (32768) and macOS (49152) give to outgoing connections and to servers that name none:
 * another process would take one of those by chance between our look and our server's start, or while a store restarts.
 */
const first = 15_000
const last = 31_999

const isFree = (port) =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.once("error", () => resolve(false))
    probe.listen({ port, host: "127.0.0.1", exclusive: true }, () => probe.close(() => resolve(true)))
  })

/** A loopback port on which nothing listens, drawn at random so that two runs beside each other do not choose the same. */
exports.freePort = async function freePort() {
  for (let tries = 0; tries < 100; tries++) {
    const port = first + Math.floor(Math.random() * (last - first + 1))
    if (await isFree(port)) return port
  }
  throw new Error(`no free port between ${first} and ${last}`)
}
