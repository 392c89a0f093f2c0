import { Agent, request, type IncomingHttpHeaders } from "node:http"
import { type Sent } from "./cases"

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

/** Longer than any lock of the store is waited for. */
const PATIENCE_MS = 45_000
const KEPT_BYTES = 4 * 1_024 * 1_024

/** Plain HTTP, so that nothing on our side repairs what is sent. */
export class Wire {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 4 })

  constructor(private readonly origin: () => string) {}

  close(): void {
    this.agent.destroy()
  }

  /** @throws Error when no answer comes */
  async send(sent: Sent): Promise<Answer> {
    try {
      return await this.once(sent)
    } catch (error) {
      // The server may end an idle connection at the moment at which it is used again.
      if ((error as { wasIdle?: boolean }).wasIdle) return await this.once(sent)
      throw error
    }
  }

  private async once({ method, path, headers, body }: Sent): Promise<Answer> {
    const { hostname, port } = new URL(this.origin())
    const options = { hostname, port, method, path, headers, agent: this.agent, timeout: PATIENCE_MS }
    return await new Promise((resolve, reject) => {
      const call = request(options, (response) => {
        const chunks: Buffer[] = []
        let size = 0
        response.on("data", (chunk: Buffer) => {
          size += chunk.length
          if (size <= KEPT_BYTES) chunks.push(chunk)
        })
        response.on("error", reject)
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks).toString("utf8"),
          })
        )
      })
      call.on("timeout", () => call.destroy(new Error(`no answer within ${PATIENCE_MS / 1_000} s`)))
      call.on("error", (error: Error & { code?: string }) =>
        reject(Object.assign(error, { wasIdle: call.reusedSocket && error.code === "ECONNRESET" }))
      )
      call.end(body ?? undefined)
    })
  }
}
