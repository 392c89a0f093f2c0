import { type Sandbox } from ".."
import { call, closeSandboxes, createIntent, intentBody, sandboxWith } from "./harness"

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await sandboxWith()
})
beforeEach(() => sandbox.control.reset())
afterAll(closeSandboxes)

const MARK = "x-paycollect-sandbox"

describe("every answer says that it is the sandbox's", () => {
  it.each([false, true])("in the interface, whatever it answers (live: %p)", async (live) => {
    const create = async (key?: string | null) =>
      await call(sandbox, "/payment-intents", { body: intentBody(), live, key })
    const answers = [await create(), await create(null), await call(sandbox, "/nowhere", { live })]
    for (const kind of ["status", "rate_limit"] as const) {
      sandbox.control.injectFault({ operation: "create_payment_intent", kind })
      answers.push(await create())
    }
    expect(answers.map(({ status }) => status)).toEqual([200, 401, 404, 500, 429])
    expect(answers.map(({ headers }) => headers.get(MARK))).toEqual(answers.map(() => "1"))
  })

  it("on the pages of the checkout and of the control panel", async () => {
    const { checkout_url } = await createIntent(sandbox)
    for (const page of [checkout_url, `${sandbox.origin}/_control`])
      expect((await fetch(page)).headers.get(MARK)).toBe("1")
  })
})
