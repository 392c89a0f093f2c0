import http from "node:http"
import type { AddressInfo } from "node:net"

export interface Seen {
  method: string
  url: string
  headers: http.IncomingHttpHeaders
  body: string
}

export type Answer = (response: http.ServerResponse, seen: Seen) => void

export interface TestServer {
  /** ends in /v1 */
  baseUrl: string
  seen: Seen[]
  /** answers of the next requests, in order; the last one stays */
  answers: Answer[]
  close(): Promise<void>
}

export const json =
  (status: number, body: unknown, headers: http.OutgoingHttpHeaders = {}): Answer =>
  (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body))
  }

export const drop: Answer = (response) => {
  response.socket?.destroy()
}

export async function startServer(): Promise<TestServer> {
  const seen: Seen[] = []
  const answers: Answer[] = []
  const server = http.createServer((request, response) => {
    let body = ""
    request.on("data", (chunk) => (body += String(chunk)))
    request.on("end", () => {
      const one = { method: request.method ?? "", url: request.url ?? "", headers: request.headers, body }
      seen.push(one)
      const answer = answers.length > 1 ? answers.shift() : answers[0]
      if (!answer) throw new Error("The test gave no answer")
      answer(response, one)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  }
  return { baseUrl: `http://127.0.0.1:${port}/v1`, seen, answers, close }
}

/** A port on which nothing listens. */
export async function closedPort(): Promise<number> {
  const server = http.createServer()
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
