import { type RequestRecord } from "../../packages/dev/src/sandbox"
import { build, type Case } from "./support/cases"
import { broken, Pace, type Exchange } from "./support/rules"
import { TARGETS } from "./support/targets"
import { KNOWN, type KnownName, type World } from "./support/world"

const world: World = {
  known: Object.fromEntries(KNOWN.map((name) => [name, name])) as Record<KnownName, string>,
  tokens: { admin: "admin-token", customer: "customer-token", publishableKey: "pk_shop" },
  subjects: ["cart_1"],
  secrets: ["sk_test_secret"],
  personal: ["mireille@example.com"],
  origins: ["https://shop.example"],
}
const target = (route: string) => TARGETS.find((one) => one.route === route)!
const RETURN = target("GET /paycollect/return/:reference")
const STATUS = target("GET /store/paycollect/carts/:id/status")
const LIST = target("GET /admin/paycollect/intents")
const COMPLETE = target("POST /store/carts/:id/complete")

const input: Case = {
  method: "GET",
  params: { reference: { known: "reference_waiting" }, id: { known: "cart_waiting" } },
  query: [],
  headers: {},
  credential: "right",
  payload: { kind: "none" },
  contentType: "application/json",
  encoding: "none",
}
const asked = (more: Partial<RequestRecord>): RequestRecord => ({
  operation: "verify_payment",
  method: "GET",
  path: "/x",
  status: 200,
  at: 0,
  environment: "test",
  reference: "cart_1-1",
  ...more,
})

function exchange({
  answer,
  ...more
}: Partial<Omit<Exchange, "answer">> & { answer?: Partial<Exchange["answer"]> }) {
  const whole = { target: RETURN, input, asked: [], logged: [], world, ...more }
  const sent = build(whole.target, whole.input, world)
  return broken({ sent, ...whole, answer: { status: 200, headers: {}, body: "", ...answer } })
}

/** An error as the store would log it, thrown in this file. */
const from = (file: string, message = "Error: broken") =>
  Object.assign(new Error("broken"), { stack: `${message}\n    at x (${file}:1:1)` })

const KNOWN_FAILURE = "TypeError: Cannot read properties of undefined (reading 'amount')"
const CORE_FILE = "/x/node_modules/@medusajs/core-flows/src/workflows/create-payment-session.ts"
const OUR_FILE = "/x/.medusa/server/src/api/store/carts/complete-guard.js"

describe("the rules of the fuzz run", () => {
  it.each<[string, Parameters<typeof exchange>[0]]>([
    ["a plain answer", {}],
    ["a service that cannot be reached", { answer: { status: 503 } }],
    ["a way back to the shop", { answer: { status: 303, headers: { location: "https://shop.example/a" } } }],
    ["a question about a payment of the store", { asked: [asked({})] }],
    [
      "a question behind the answer to somebody else",
      {
        target: STATUS,
        input: { ...input, credential: "none" },
        asked: [asked({})],
      },
    ],
    [
      "what the request said itself",
      {
        input: { ...input, query: [["q", "sk_test_secret"]] },
        answer: { body: "sk_test_secret" },
      },
    ],
    ["a customer, for an employee", { target: LIST, answer: { body: "mireille@example.com" } }],
    [
      "an employee's address that cannot be decoded, at which Medusa's own matcher fails",
      {
        target: LIST,
        sent: { ...build(LIST, input, world), path: "/admin/paycollect/intents/%" },
        answer: { status: 500 },
      },
    ],
    [
      "a failure of Medusa's that is known",
      { target: COMPLETE, answer: { status: 500 }, logged: [from(CORE_FILE, KNOWN_FAILURE)] },
    ],
    [
      "an address that the router cannot decode, to which a middleware of ours let it go on",
      {
        target: COMPLETE,
        answer: { status: 500 },
        logged: [from(OUR_FILE, "URIError: Failed to decode param '%zz'")],
      },
    ],
    [
      "a failure of Medusa's that is known, as a workflow keeps it",
      {
        target: COMPLETE,
        answer: { status: 500 },
        logged: [{ name: "TypeError", stack: from(CORE_FILE, KNOWN_FAILURE).stack }],
      },
    ],
  ])("let %s pass", (_, given) => {
    expect(exchange(given)).toEqual([])
  })

  it.each<[string, Parameters<typeof exchange>[0], string]>([
    ["a failure", { answer: { status: 500 }, logged: [from("/x/a.js")] }, "answered 500: Error: broken"],
    ["another failure", { answer: { status: 502 } }, "answered 502"],
    [
      "our failure on Medusa's route",
      { target: COMPLETE, answer: { status: 500 }, logged: [from(OUR_FILE)] },
      "answered 500",
    ],
    [
      "our failure in a workflow of Medusa's, whatever it says",
      {
        target: COMPLETE,
        answer: { status: 500 },
        logged: [{ stack: `${from(CORE_FILE, KNOWN_FAILURE).stack}\n    at y (${OUR_FILE}:1:1)` }],
      },
      "answered 500",
    ],
    [
      "our failure over a record that is not there",
      {
        target: COMPLETE,
        input: { ...input, params: { id: { known: "cart_waiting", spoilt: "zero" } } },
        answer: { status: 500 },
        logged: [from(OUR_FILE)],
      },
      "answered 500",
    ],
    [
      "a failure of Medusa's that nobody has looked at",
      { target: COMPLETE, answer: { status: 500 }, logged: [from(CORE_FILE)] },
      "answered 500: Error: broken",
    ],
    ["a failure that nothing is logged of", { target: COMPLETE, answer: { status: 500 } }, "answered 500"],
    ["a stack trace", { answer: { body: "at run (/srv/shop/index.js:1:2)" } }, "quotes a place in the code"],
    ["a path of the server", { answer: { body: "in node_modules/pg" } }, "quotes a place in the code"],
    ["a secret", { answer: { body: "{sk_test_secret}" } }, "the answer tells sk_test_secr"],
    ["a secret in a header", { answer: { headers: { "x-a": "sk_test_secret" } } }, "the answer tells"],
    [
      "a customer, for strangers",
      { answer: { body: "mireille@example.com" } },
      "the answer tells mireille@exa",
    ],
    [
      "markup",
      {
        answer: { headers: { "content-type": "text/html" }, body: "<p><script>alert(1)</script>" },
      },
      "holds markup",
    ],
    ["another shop", { answer: { headers: { location: "https://evil.example/" } } }, "sends the browser to"],
    ["a script", { answer: { headers: { location: "javascript:alert(1)" } } }, "sends the browser to"],
    [
      "a list for nobody",
      { target: LIST, input: { ...input, credential: "none" } },
      "not logged in as admin",
    ],
    [
      "a question that the route has no use for",
      {
        asked: [asked({ operation: "create_refund" })],
      },
      "the service was asked: create_refund",
    ],
    [
      "a question about others",
      {
        asked: [asked({ reference: "cart_2-1" })],
      },
      "about cart_2-1, which the store does not have",
    ],
    [
      "a question for somebody who may not",
      {
        target: target("GET /admin/paycollect/customers"),
        input: { ...input, credential: "wrong" },
        asked: [asked({ operation: "list_customers" })],
        answer: { status: 401 },
      },
      "for somebody who may not",
    ],
  ])("stop %s", (_, given, fault) => {
    expect(exchange(given).join("\n")).toContain(fault)
  })

  it("stop a payment that is asked about too soon", () => {
    const pace = new Pace(3_000)
    expect(pace.tooSoon([asked({ at: 1 }), asked({ at: 2, reference: "cart_1-2" })])).toEqual([])
    // The first one may have come a little late; the third is in time.
    expect(pace.tooSoon([asked({ at: 2_000 }), asked({ at: 2_001, operation: "list_customers" })])).toEqual(
      []
    )
    expect(pace.tooSoon([asked({ at: 5_500 })])).toEqual([])
    expect(pace.tooSoon([asked({ at: 6_900 })])).toEqual(["cart_1-1 was asked about 4 times within 6899 ms"])
    expect(pace.tooSoon([asked({ at: 900, reference: "cart_1-2" })])).toEqual([
      "cart_1-2 was asked about 2 times within 898 ms",
    ])
  })
})
