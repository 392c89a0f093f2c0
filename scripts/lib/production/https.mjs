import { readFileSync } from "node:fs"
import { request as httpRequest } from "node:http"
import { createServer, request as httpsRequest } from "node:https"
import { join } from "node:path"

/** The shop's server as its customers know it; no DNS knows it, so its visitors are led to this machine. */
export const host = "api.shop.example"
export const origin = `https://${host}`

const loopback = "127.0.0.1"

/** A certificate for the host, and for loopback, by which the sandbox sends its events. @returns paths of both files */
export async function makeCertificate(children, dir) {
  const files = { key: join(dir, "tls.key"), certificate: join(dir, "tls.crt") }
  const kind = ["-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", `/CN=${host}`]
  const names = ["-addext", `subjectAltName=DNS:${host},IP:${loopback}`]
  const output = ["-keyout", files.key, "-out", files.certificate]
  await children.run("certificate", ["openssl", "req", ...kind, ...names, ...output], { cwd: dir })
  return files
}

/**
 * What docs/deploy.md asks of the proxy before a store: https, the host, and X-Forwarded-For and -Proto.
 * @param port of the store
 * @returns the port of the proxy, and close()
 */
export async function startProxy({ key, certificate }, port) {
  const tls = { key: readFileSync(key), cert: readFileSync(certificate) }
  const server = createServer(tls, (request, response) => {
    const headers = {
      ...request.headers,
      "x-forwarded-for": request.socket.remoteAddress,
      "x-forwarded-proto": "https",
    }
    const { method, url: path } = request
    const onward = httpRequest({ host: loopback, port, method, path, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode, answer.headers)
      answer.pipe(response)
    })
    onward.on("error", () => (response.headersSent ? response.destroy() : response.writeHead(502).end()))
    request.pipe(onward)
  })
  await new Promise((resolve, reject) => server.once("error", reject).listen(0, loopback, resolve))
  const close = () => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  }
  return { port: server.address().port, close }
}

/** Asks Node's resolver in vain and gets loopback. */
const toLoopback = (_, { all }, answer) =>
  all ? answer(null, [{ address: loopback, family: 4 }]) : answer(null, loopback, 4)

/**
 * In the manner of `fetch`, which takes neither a certificate nor an address of its own: a visitor who trusts this certificate and finds the host
 * at this port. Redirects are not followed.
 */
export function visitor({ certificate }, port) {
  const ca = readFileSync(certificate)
  return (address, { method = "GET", headers, body, signal } = {}) =>
    new Promise((resolve, reject) => {
      const place = { ca, port, lookup: toLoopback, agent: false }
      const options = { method, headers: { ...headers, host }, signal, ...place }
      const request = httpsRequest(address, options, async (answer) => {
        try {
          const parts = []
          for await (const part of answer) parts.push(part)
          const text = parts.length > 0 ? Buffer.concat(parts) : null
          resolve(new Response(text, { status: answer.statusCode, headers: pairs(answer) }))
        } catch (error) {
          reject(error)
        }
      })
      request.on("error", reject).end(body)
    })
}

/** One for each line of the answer's head: a header that comes twice, as cookies do, stays two. */
const pairs = ({ rawHeaders }) =>
  rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [[name, rawHeaders[index + 1]]] : []))
