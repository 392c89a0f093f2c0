import { type RequestRecord } from "../../../packages/dev/src/sandbox"
import { type Case, type Sent } from "./cases"
import { isCoreFailure, stackOf } from "./core-failures"
import { type Target } from "./targets"
import { type Answer } from "./wire"
import { type World } from "./world"

export interface Exchange {
  target: Target
  input: Case
  sent: Sent
  answer: Answer
  /** what the service was asked meanwhile */
  asked: RequestRecord[]
  /** errors that the store wrote into its log meanwhile */
  logged: unknown[]
  world: World
}

/** An answer that quotes a place in the code, of ours or of a package. */
const TRACE = /\bat (?:async )?[\w.<>[\] ]+ \(?(?:file:|node:|\/)|node_modules|\/\.medusa\/|src\/api\//

/** What this exchange breaks, in words; empty when it is as it should be. */
export function broken(exchange: Exchange): string[] {
  const { answer, target, input, sent } = exchange
  const { status, headers, body } = answer
  const faults: string[] = []
  if (status >= 500 && status !== 503 && !isMedusas(exchange))
    faults.push(`answered ${status}: ${exchange.logged.map(wordsOf).join("; ")}`)
  if (TRACE.test(body)) faults.push("the answer quotes a place in the code")
  faults.push(...leaks(exchange))
  const isHtml = String(headers["content-type"]).includes("html")
  if (isHtml && /<script>alert|onerror=alert/.test(body)) faults.push("the page holds markup of the request")
  const { location } = headers
  const { origins } = exchange.world
  // From the page itself, as a browser reads it: `//` leads to another host.
  if (
    location &&
    !(URL.canParse(location, origins[0]) && origins.includes(new URL(location, origins[0]).origin))
  )
    faults.push(`sends the browser to ${location}`)
  const isLoggedIn = target.who === "admin" || target.who === "customer"
  if (isLoggedIn && input.credential !== "right" && status < 300 && sent.method !== "OPTIONS")
    faults.push(`answered ${status} to somebody who is not logged in as ${target.who}`)
  if (Object.hasOwn(Object.prototype, "data")) faults.push("the request changed the prototype of objects")
  return [...faults, ...questions(exchange)]
}

/** Below /admin an employee's address that cannot be decoded fails at a matcher of Medusa's, before any code of ours. */
function isMedusas(exchange: Exchange): boolean {
  const [path = ""] = exchange.sent.path.split("?")
  return (path.startsWith("/admin") && !isDecodable(path)) || isCoreFailure(exchange)
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

function wordsOf(error: unknown): string {
  const [first = "", ...frames] = (stackOf(error) || String(error)).split("\n")
  return [first, ...frames.slice(0, 3)].join(" ")
}

/** Secrets never; of customers only to merchants. What the request itself said is no secret. */
function leaks({ target, input, sent, answer, world }: Exchange): string[] {
  const text = JSON.stringify(answer.headers) + answer.body
  const own = sent.path + JSON.stringify(sent.headers) + String(sent.body ?? "")
  const isStaff = target.who === "admin" && input.credential === "right"
  // A customer sees the cart that she completes, with what she typed into it.
  const private_ = isStaff || target.core ? [] : world.personal
  return [...world.secrets, ...private_]
    .filter((secret) => text.includes(secret) && !own.includes(secret))
    .map((secret) => `the answer tells ${secret.slice(0, 12)}...`)
}

/** About payments of others, and for nobody who may not ask, the service is asked nothing. */
function questions({ target, input, asked, world }: Exchange): string[] {
  const may = target.who === "anybody" || input.credential === "right"
  return asked.flatMap(({ operation, reference, path }) => {
    const question = `the service was asked: ${operation ?? path}`
    if (!operation || !target.asks?.includes(operation)) return [question]
    // Behind its answer a request goes on, and may be counted with the next one.
    if (!may && !target.behind) return [`${question}, for somebody who may not`]
    const isAboutPayment = operation === "verify_payment" || operation === "create_payment_intent"
    const isOurs = world.subjects.some((subject) => reference?.startsWith(`${subject}-`))
    return isAboutPayment && !isOurs ? [`${question} about ${reference}, which the store does not have`] : []
  })
}

/** However often it is tried, a payment is asked about once in three seconds; once in one where the service or an employee brings news. */
export const VERIFY_PAUSE_MS = 3_000
export const NEWS_PAUSE_MS = 1_000

/** How much later than the next one a question may reach the service, on a machine that does other things as well. */
const JITTER = 2 / 3

/** Whether the questions about each payment keep to the pause between two of them, by when they reached the service. */
export class Pace {
  private readonly known = new Map<string, { first: number; count: number }>()

  constructor(private readonly pauseMs: number) {}

  tooSoon(asked: RequestRecord[]): string[] {
    return asked
      .filter(({ operation }) => operation === "verify_payment")
      .flatMap(({ reference = "", at }) => {
        const { first, count } = this.known.get(reference) ?? { first: at, count: 0 }
        this.known.set(reference, { first, count: count + 1 })
        // Counted from the first one: what reaches the service late shortens one pause, and never all of them.
        const earliest = first + (count - JITTER) * this.pauseMs
        return count > 0 && at < earliest
          ? [`${reference} was asked about ${count + 1} times within ${at - first} ms`]
          : []
      })
  }
}
