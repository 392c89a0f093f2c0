import { nextSteps } from "../next-steps"

const SANDBOX = "PAYCOLLECT_TEST_BASE_URL=http://127.0.0.1:4010/v1\n"

const check = (id: string, status: string, next?: string) => ({ id, status, message: `about ${id}`, next })
const said = (...checks: ReturnType<typeof check>[]) =>
  `a module greets\n${JSON.stringify({ ok: true, environment: "test", checks, connection: null })}\n`

/** The commands, without what they are for. */
const commands = (text: string) =>
  text
    .slice(text.indexOf("Next:\n") + 6)
    .split("\n")
    .map((line) => line.trim().split("   ")[0])

const REGION = "npx medusa-payment-paycollect region cm"
const RUN = ["npx medusa-payment-paycollect-dev sandbox", "npx medusa develop"]

it.each([
  [
    "a database that is not there",
    "npx medusa db:create --db shop",
    ["npx medusa db:create --db shop", "npx medusa db:migrate", REGION, ...RUN],
  ],
  ["an empty database", "npx medusa db:migrate", ["npx medusa db:migrate", REGION, ...RUN]],
])("names what is left to do after %s, and counts no faults of what was not looked at", (_, next, left) => {
  const text = nextSteps(said(check("store_not_loaded", "error", next)), SANDBOX)
  expect(commands(text)).toEqual(left)
  expect(text).toMatch(/^about store_not_loaded$/m)
  expect(text).not.toMatch(/ERROR|WARNING|\d errors?,/)
})

it.each([
  [
    "tables of Medusa alone",
    [
      check("migrations_pending", "error"),
      check("provider_in_no_region", "warning"),
      check("reconcile_never_ran", "warning"),
    ],
    ["npx medusa db:migrate", REGION, ...RUN],
  ],
  [
    "a region that can be paid in",
    [check("migrations_ok", "ok"), check("reconcile_never_ran", "warning")],
    RUN,
  ],
])("names what is left to do after %s, and calls none of it a fault", (_, checks, left) => {
  const text = nextSteps(said(...checks), SANDBOX)
  expect(commands(text)).toEqual(left)
  expect(text).toMatch(/^0 errors, 0 warnings$/m)
  expect(text).not.toMatch(/ERROR|WARNING|about/)
})

it("shows faults and what is to be chosen, counts the faults, and leaves out what is well", () => {
  const checks = [
    check("store_not_loaded", "error"),
    check("refunds_off", "choice"),
    check("starts_failing", "error"),
    check("locking_unknown", "warning"),
    check("starts_ok", "ok"),
  ]
  expect(nextSteps(said(...checks), SANDBOX)).toContain(
    [
      "ERROR    about store_not_loaded",
      "choose   about refunds_off",
      "ERROR    about starts_failing",
      "WARNING  about locking_unknown",
      "2 errors, 1 warning",
    ].join("\n")
  )
})

it("names no simulator to a store with an account", () => {
  const text = nextSteps(said(), "PAYCOLLECT_TEST_BASE_URL=https://pay.example/v1\n")
  expect(commands(text)).toEqual(["npx medusa develop"])
})

it.each(["", "Segmentation fault", '{"checks":1}'])("says that the doctor did not answer: %j", (text) => {
  expect(nextSteps(text, SANDBOX)).toBe(
    "The plugin's doctor did not answer. Run: npx medusa-payment-paycollect doctor"
  )
})
