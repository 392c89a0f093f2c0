import { createServer } from "node:net"
import freePorts from "./free-port.cjs"
import { Failure } from "./steps.mjs"

export const { freePort } = freePorts

const canListen = (port, host) =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.once("error", (error) => resolve(error.code === "EADDRNOTAVAIL" || error.code === "EAFNOSUPPORT"))
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)))
  })

/** Free means free on every address: a server on another one would otherwise answer some of our browsers' requests. */
async function isFree(port) {
  for (const host of ["127.0.0.1", "::1", "0.0.0.0", "::"]) {
    if (!(await canListen(port, host))) return false
  }
  return true
}

/** A port that the user asked for must be free; a preferred one gives way to the next free one above it. */
export async function choosePort({ asked, preferred, name, taken = [] }) {
  if (asked !== undefined) {
    const port = Number(asked)
    if (!Number.isInteger(port) || port < 1 || port > 65535)
      throw new Failure(`${name}: "${asked}" is no port number`)
    if (!(await isFree(port)))
      throw new Failure(`${name}: port ${port} is in use. Stop what listens there or choose another.`)
    return port
  }
  for (let port = preferred; port < preferred + 100; port++) {
    if (!taken.includes(port) && (await isFree(port))) return port
  }
  throw new Failure(`${name}: no free port between ${preferred} and ${preferred + 99}`)
}
