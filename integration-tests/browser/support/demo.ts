/** The running demo of `integration-tests/setup/start-demo.js`. */
export interface Demo {
  /** path of the browser */
  chromium: string
  /** origins */
  store: string
  backend: string
  sandbox: string
}

const demos = JSON.parse(process.env.PAYCOLLECT_BROWSER_DEMOS ?? "[]") as Demo[]

/** That of this jest worker; null where no Chromium is installed: the whole ring is skipped then, and says so. */
export const demo = demos[Number(process.env.JEST_WORKER_ID ?? 1) - 1] ?? null

/** Of every spec of the ring; a machine without a browser is told so by `start-demo.js`, in a line of its own. */
export const inBrowser = demo ? describe : describe.skip

/** What the demo's seed makes. */
export const shopper = { email: "customer@paycollect.example", password: "paycollect-demo" }
export const admin = { email: "admin@paycollect.example", password: "paycollect-demo" }

export interface ServiceRequest {
  operation: string | null
  status: number | null
  reference?: string
}

/**
 * What reached the service about the payments of one cart so far, oldest first. `reference`: of any of them; the demo has other visitors
 * at the same time, and all payments of a cart are named `<cart>-<n>`.
 */
export async function requestsOf(reference: string, operation: string): Promise<ServiceRequest[]> {
  const answer = await fetch(`${demo!.sandbox}/_control/requests?operation=${operation}`)
  const { requests } = (await answer.json()) as { requests: ServiceRequest[] }
  const cart = reference.slice(0, reference.lastIndexOf("-") + 1)
  return requests.filter((request) => request.reference?.startsWith(cart))
}

/** What the phone or the bank decides while no browser looks. The sandbox tells the store by a webhook. */
export async function decide(reference: string, status: "succeeded" | "failed"): Promise<void> {
  const answer = await fetch(`${demo!.sandbox}/_control/intents/${reference}/state`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ status }),
  })
  if (!answer.ok) throw new Error(`the sandbox answers ${answer.status}: ${await answer.text()}`)
}
