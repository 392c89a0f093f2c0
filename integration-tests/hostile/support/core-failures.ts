import { type Exchange } from "./rules"

interface CoreFailure {
  what: string
  /** by what Medusa logs of it: message and stack */
  said: RegExp
  because: string
  /** thrown by the router: frames of ours below it only let the request go on */
  isRouters?: true
}

/**
 * What Medusa, or Express below it, answers with 500 on its own routes, whatever is installed beside it. Each was looked at; one of any other
 * class stops the ring, until somebody has looked whose it is.
 */
export const CORE_FAILURES: CoreFailure[] = [
  {
    what: "an address that cannot be decoded",
    said: /^URIError: Failed to decode param/,
    because: "the router decodes parameters before any middleware runs that could refuse them",
    isRouters: true,
  },
  {
    what: "a parameter with two dots in its name",
    said: /^Error: Key accessor more than 2 levels deep: [^]*validate-query/,
    because: "Medusa reads the query before a guard of a plugin runs, and throws a plain error",
  },
  {
    what: "a value that says itself how it becomes text",
    said: /^TypeError: Cannot convert object to primitive value\n[^]*zod-helpers/,
    because: "Medusa's message of a refused body quotes what came",
  },
  {
    what: "a session's data that no table can hold, for a provider that is not ours",
    said: /^DriverException: insert into "payment_session" [^]*(Unicode|type json)/,
    because: "Medusa keeps what the browser sent as it came; for our providers it is refused before",
  },
  {
    what: "a refund's reason that no table can hold",
    said: /^DriverException: select [^]* from "refund_reason" [^]*invalid (message format|byte sequence)/,
    because: "Medusa looks the reason up as it came, before the provider hears of the refund",
  },
  {
    what: "a payment collection that is not there",
    said: /^TypeError: Cannot read properties of undefined \(reading 'amount'\)\n[^]*core-flows[^]*create-payment-session/,
    because: "Medusa's workflow of a start reads the collection that it did not find",
  },
]

/** On Medusa's own routes: one of the failures above, in which no code of ours had a part. */
export function isCoreFailure({ target, logged }: Pick<Exchange, "target" | "logged">): boolean {
  const found = logged.map((error) => {
    const stack = stackOf(error)
    const known = CORE_FAILURES.find(({ said }) => said.test(stack))
    return { known, isOurs: !known?.isRouters && stack.split("\n").some(isOurs) }
  })
  return !!target.core && found.some(({ known }) => known) && !found.some(({ isOurs }) => isOurs)
}

/** A frame of the plugin's own sources; packages have folders of that name, too. */
const isOurs = (frame: string) => frame.includes("/src/") && !frame.includes("node_modules")

/** A workflow throws what it keeps of an error, which is none any more. */
export function stackOf(error: unknown): string {
  const { stack } = (error ?? {}) as { stack?: unknown }
  return typeof stack === "string" ? stack : ""
}
