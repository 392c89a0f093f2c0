import { z } from "zod"
import { assigned, SANDBOX_URL } from "./config/env-file"

const diagnosisSchema = z.object({
  environment: z.string().nullable(),
  checks: z.array(
    z.object({
      id: z.string(),
      status: z.enum(["ok", "choice", "warning", "error"]),
      message: z.string(),
      next: z.string().nullish(),
    })
  ),
})

/** What a store that is being set up has not done yet: a next step, and no fault. */
const STEPS = ["migrations_pending", "provider_in_no_region", "reconcile_never_ran"]

const MARKS = { choice: "choose ", warning: "WARNING", error: "ERROR  " }

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? "" : "s"}`

/**
 * What the plugin's doctor found after `init`, without what is well, and the commands that are left.
 * @param said the line of `doctor --json`
 * @param env the text of the store's `.env`
 */
export function nextSteps(said: string, env: string): string {
  const found = diagnosisSchema.safeParse(readJson(said.trim().split("\n").at(-1) ?? ""))
  if (!found.success) return `The plugin's doctor did not answer. Run: npx medusa-payment-paycollect doctor`
  const { environment, checks } = found.data
  const has = (id: string) => checks.some((check) => check.id === id)
  const faults = checks.flatMap(({ id, status, message, next }) =>
    status === "ok" || next || STEPS.includes(id) ? [] : { status, message }
  )
  const count = (status: string) => faults.filter((fault) => fault.status === status).length
  const first = checks.find(({ next }) => next)?.next
  const unseen = checks.find(({ id }) => id === "store_not_loaded")
  const isSandbox = assigned(env).get("PAYCOLLECT_TEST_BASE_URL") === SANDBOX_URL
  const steps = [
    first !== MIGRATE && first,
    (unseen || has("migrations_pending")) && `${MIGRATE}   the tables (the next command makes them, too)`,
    (unseen || has("provider_in_no_region")) &&
      "npx medusa-payment-paycollect region cm   a region that can be paid in: Cameroon (or ci, sn, ke, ...)",
    isSandbox && "npx medusa-payment-paycollect-dev sandbox   the simulator, in a terminal of its own",
    "npx medusa develop   the store",
  ]
  return [
    `PayCollect in this store (${environment ?? "not loaded yet"})`,
    "",
    ...faults.map(({ status, message }) => `${MARKS[status]}  ${message}`),
    // What was not looked at has no faults to count.
    unseen?.next
      ? unseen.message
      : `${counted(count("error"), "error")}, ${counted(count("warning"), "warning")}`,
    "",
    "Next:",
    ...steps.flatMap((step) => (step ? `  ${step}` : [])),
  ].join("\n")
}

const MIGRATE = "npx medusa db:migrate"

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
