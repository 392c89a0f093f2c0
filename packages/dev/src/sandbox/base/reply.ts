export interface Reply {
  status: number
  /** Sent as JSON; a string is sent as it is, with the content type of `headers`. */
  body: unknown
  headers?: Record<string, string>
}

export const ok = (body: unknown): Reply => ({ status: 200, body })

/** A form post answered by a page: the browser fetches it with GET, so a reload posts nothing twice. */
export const seeOther = (location: string): Reply => ({ status: 303, body: "", headers: { location } })

export function html(body: string, status = 200, headers: Record<string, string> = {}): Reply {
  return { status, body, headers: { "content-type": "text/html; charset=utf-8", ...headers } }
}
