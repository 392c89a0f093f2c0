import { type Sandbox, type SandboxOptions, startSandbox } from ".."

const started: Sandbox[] = []

/** Starts a sandbox that counts no requests and takes no simulated time, unless told otherwise. */
export async function sandboxWith(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await startSandbox({ rateLimits: false, outcomeDelayMs: 0, ...options })
  started.push(sandbox)
  return sandbox
}

export async function closeSandboxes(): Promise<void> {
  await Promise.all(started.splice(0).map((sandbox) => sandbox.close()))
}

export interface Answer {
  status: number
  headers: Headers
  // Test code looks into whatever came back; the expectations are the check.
  body: Record<string, never> & { data: Record<string, never>; error: Record<string, string | null> }
}

export interface Sent {
  method?: string
  body?: unknown
  headers?: Record<string, string>
  key?: string | null
  live?: boolean
}

/** A request to the interface; with the right secret key unless `key` says otherwise. */
export async function call(sandbox: Sandbox, path: string, sent: Sent = {}): Promise<Answer> {
  const { body, live = false } = sent
  const key = sent.key === undefined ? (live ? sandbox.liveSecretKey : sandbox.testSecretKey) : sent.key
  const response = await fetch((live ? sandbox.liveBaseUrl : sandbox.baseUrl) + path, {
    method: sent.method ?? (body === undefined ? "GET" : "POST"),
    headers: {
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...sent.headers,
    },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: JSON.parse(text) as Answer["body"] }
}

export function intentBody(more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    firstname: "Awa",
    lastname: "Diallo",
    email: "awa@example.com",
    amount: "10000",
    description: "Order 7",
    merchant_reference: "cart_1-1",
    ...more,
  }
}

export async function createIntent(sandbox: Sandbox, more: Record<string, unknown> = {}, sent: Sent = {}) {
  const answer = await call(sandbox, "/payment-intents", { body: intentBody(more), ...sent })
  expect(answer.status).toBe(200)
  return answer.body.data as unknown as Record<
    "id" | "payment_ref" | "checkout_url" | "client_secret" | "status",
    string
  >
}

/** A settable clock in epoch milliseconds. */
export function fakeClock(start = Date.parse("2026-01-02T03:04:05.000Z")) {
  const clock = { time: start, now: () => clock.time }
  return clock
}

/** Waits, not for ever, for what happens on its own time. */
export async function until(check: () => boolean): Promise<void> {
  for (let turn = 0; turn < 200 && !check(); turn++) await new Promise((resolve) => setTimeout(resolve, 10))
  expect(check()).toBe(true)
}
