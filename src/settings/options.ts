import { type z } from "@medusajs/framework/zod"
import { pluginOptionsSchema, type PluginOptions, type PluginOptionsInput } from "./options-schema"

type Env = Record<string, string | undefined>

/** Values of the `PAYCOLLECT_...` variables; empty ones count as absent. Options given in code win. */
export function optionsFromEnv(env: Env): PluginOptionsInput {
  const read = (name: string) => env[`PAYCOLLECT_${name}`]?.trim() || undefined
  const environment = (name: "TEST" | "LIVE") =>
    defined({
      secretKey: read(`${name}_SECRET_KEY`),
      baseUrl: read(`${name}_BASE_URL`),
      checkoutUrl: read(`${name}_CHECKOUT_URL`),
      webhookSecret: read(`${name}_WEBHOOK_SECRET`),
    })
  return defined({
    environment: read("ENVIRONMENT") as PluginOptionsInput["environment"],
    encryptionKey: read("ENCRYPTION_KEY"),
    test: environment("TEST"),
    live: environment("LIVE"),
    backendUrl: read("BACKEND_URL"),
    storefrontUrl: read("STOREFRONT_URL"),
    service: defined({ dashboardUrl: read("DASHBOARD_URL") }),
  })
}

/** Options of `medusa-config` over the environment's variables, not checked yet. */
export function givenOptions(given: Record<string, unknown> = {}, env: Env = process.env): RawOptions {
  const fromEnv = optionsFromEnv(env)
  // Medusa adds the connection of the database, credentials included, to what a plugin gets: never kept, never echoed.
  const { database: _database, ...own } = given
  return {
    ...fromEnv,
    ...defined(own),
    test: merge(fromEnv.test, own.test),
    live: merge(fromEnv.live, own.live),
    service: merge(fromEnv.service, own.service),
  }
}

export type RawOptions = Record<string, unknown>

/** What is wrong with one option: its name with dots, as in `test.secretKey`, and why; never its value. */
export interface OptionProblem {
  option: string
  message: string
}

export function checkOptions(raw: RawOptions): { options: PluginOptions } | { problems: OptionProblem[] } {
  const parsed = pluginOptionsSchema.safeParse(raw)
  return parsed.success
    ? { options: parsed.data }
    : { problems: parsed.error.issues.flatMap((issue) => describeIssue(issue)) }
}

/**
 * Options of `medusa-config` over the environment's variables.
 * @throws Error naming each wrong option (never its value)
 */
export function resolveOptions(given: Record<string, unknown> = {}, env: Env = process.env): PluginOptions {
  const checked = checkOptions(givenOptions(given, env))
  if ("options" in checked) return checked.options
  const problems = checked.problems.map(({ option, message }) => `  - ${option}: ${message}`)
  throw new Error(
    `The options of medusa-payment-paycollect are not valid. Nothing was started.\n${problems.join("\n")}`
  )
}

function describeIssue(issue: z.core.$ZodIssue): OptionProblem[] {
  const option = issue.path.join(".")
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      option: [...issue.path, key].join("."),
      message: "no such option",
    }))
  }
  // The keys of a map that may only be certain names.
  if (issue.code === "invalid_key" && issue.issues.some(({ code }) => code === "invalid_value"))
    return [{ option, message: "no such option" }]
  if (issue.code === "invalid_type") return [{ option, message: `must be of type ${issue.expected}` }]
  if (issue.code === "invalid_value")
    return [{ option, message: `must be one of ${issue.values.join(", ")}` }]
  return [{ option, message: issue.message }]
}

function merge(fromEnv: unknown, own: unknown): unknown {
  return own !== null && typeof own === "object"
    ? { ...(fromEnv as object), ...defined(own) }
    : (own ?? fromEnv)
}

/** Drops absent values, so that `secretKey: process.env.X` with X unset means "absent", not "invalid". */
function defined<T extends object>(values: T): T {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value !== "")
  ) as T
}
