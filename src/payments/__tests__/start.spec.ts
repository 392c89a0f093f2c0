import { minorAmount } from "../../service/wire/shape"
import { intentRow } from "./rows"
import { type Source } from "../source"
import { type IntentRow } from "../../modules/paycollect/models/intent"
import { CreateIntent } from "../create"
import { requestFingerprint, type StartPaymentInput } from "../request"
import { START_BUSY, START_LOOKED_UP, StartPayment, type Starting, TooManyStarts } from "../start"

const NOW = 1_800_000_000_000
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const DEADLINE = NOW + 25_000
const ago = (ms: number) => new Date(NOW - ms)

const ACTIVE = {
  environment: "test",
  options: { feeBearer: "merchant", backendUrl: "https://api.shop.example" },
  returnAddress: (reference: string) => `https://api.shop.example/${reference}`,
}
const INPUT: StartPaymentInput = {
  session_id: "payses_new",
  cart_id: "cart_01",
  payment_collection_id: "pay_col_01",
  provider_id: "pp_paycollect_default",
  amount: minorAmount("10000"),
  currency_code: "xaf",
  exponent: 0,
  request: { description: "Order" } as StartPaymentInput["request"],
  paid_session_ids: [],
}
const fingerprint = requestFingerprint(INPUT, ACTIVE as never)

/** The cart's attempts: open ones for the same request, too young to have been paid unseen. */
const attempt = (number: number, facts: Partial<IntentRow> = {}) =>
  intentRow({
    id: `pcint_${number}`,
    attempt: number,
    merchant_reference: `cart_01-${number}`,
    fingerprint,
    created_at: ago(10_000),
    next_step_at: ago(0),
    ...facts,
  })
const old = { created_at: ago(15_001) }
const other = { fingerprint: "another request" }
const failed = (number: number, facts: Partial<IntentRow> = {}) =>
  attempt(number, { status: "failed", outcome: "failed", ...facts })
const paid = (number: number, facts: Partial<IntentRow> = {}) =>
  attempt(number, { status: "succeeded", outcome: "paid", verified_at: ago(10_000), ...facts })
const cutOff = (number: number, facts: Partial<IntentRow> = {}) =>
  attempt(number, { status: "creating", outcome: "none", checkout_url: null, request: {}, ...facts })

interface Setup {
  /** newest first, as they are read one time after the other; the last ones stand */
  attempts?: IntentRow[][]
  /** what each create, or each resumed one, comes to; the last one stands */
  created?: (IntentRow | null)[]
  /** ids of those that a visit may not have asked for now */
  early?: string[]
  /** money that an employee books */
  booked?: IntentRow
  /** of the order, by its link */
  byLink?: IntentRow[]
}

/** One cart; what was done for it is in `done`, in its order. */
function cart({ attempts = [[]], created = [attempt(9)], early = [], booked, byLink = [] }: Setup = {}) {
  const done: unknown[] = []
  const next = <T>(list: T[]) => (list.length > 1 ? list.shift()! : list[0]!)
  const ledger = {
    shop: { id: () => Promise.resolve("shop_1") },
    ofSubject: (id: string) => {
      const known = id === "pay_col_link" ? byLink : []
      return Promise.resolve(id === "cart_01" ? next(attempts) : known)
    },
    linkSession: (session: string, id: string) => Promise.resolve(void done.push(["linked", session, id])),
    change: (id: string, patch: object) => Promise.resolve(void done.push(["changed", id, patch])),
    scheduleBy: (id: string, at: number) => Promise.resolve(void done.push(["look", id, at - NOW])),
  }
  const verifier = {
    askable: jest.fn((rows: IntentRow[]) => Promise.resolve(rows.filter(({ id }) => !early.includes(id)))),
    verify: ({ id }: IntentRow, { by }: Source, deadline: number) =>
      Promise.resolve(void done.push(["asked", id, by, deadline])),
  }
  jest
    .spyOn(CreateIntent.prototype, "begin")
    .mockImplementation((values, { deadline, session, ...records }) => {
      done.push(["begun", values, deadline, ...Object.values(records).filter(Boolean)])
      const row = next(created)
      if (row?.checkout_url && !row.recovered) {
        session!.paid_by = row.id
        done.push(["linked", session!.id, row.id])
      }
      return Promise.resolve(row)
    })
  jest.spyOn(CreateIntent.prototype, "resume").mockImplementation(({ id }, { session: _, ...options }) => {
    done.push(["resumed", id, options])
    return Promise.resolve(next(created))
  })
  const start = new StartPayment(
    ledger as never,
    verifier as never,
    { current: () => Promise.resolve(ACTIVE) } as never,
    { now: () => NOW, sleep: () => Promise.resolve() },
    {
      inCollection: (id: string) => Promise.resolve(booked?.assigned_collection_id === id ? booked : null),
    } as never,
    { addTo: (values: object) => Promise.resolve({ ...values, proof: true }) } as never
  )
  return {
    done,
    askable: verifier.askable,
    find: (starting?: Starting, more: Partial<StartPaymentInput> = {}) =>
      start.findOrCreate({ ...INPUT, ...more }, starting),
    reuse: () => start.reuse(INPUT),
    noOther: (subjects?: string[]) => start.assertNoOther(INPUT, subjects),
    bound: (more: Partial<StartPaymentInput>) => start.assignedTo({ ...INPUT, ...more }),
  }
}

const linked = (number: number) => ["linked", "payses_new", `pcint_${number}`]
const asked = (number: number, by: Source["by"] = "session") => ["asked", `pcint_${number}`, by, NOW + 3_000]
const kinds = (done: unknown[]) => done.map((each) => (each as string[])[0])
const begun = (number: number) => ["begun", expect.objectContaining({ attempt: number }), DEADLINE]

afterEach(() => jest.restoreAllMocks())

describe("a cart's payment", () => {
  it("is made, with a link that proves a return, where there is none; its session is paid by it", async () => {
    const { find, done } = cart()
    expect(await find()).toMatchObject({ id: "pcint_9" })
    const values = {
      merchant_reference: "cart_01-1",
      attempt: 1,
      fingerprint,
      proof: true,
      request: expect.objectContaining({ metadata: expect.objectContaining({ shop_id: "shop_1" }) }),
    }
    expect(done).toEqual([["begun", expect.objectContaining(values), DEADLINE], linked(9)])
  })

  it("is counted by its collection without a cart", async () => {
    const { find, done } = cart({ attempts: [[attempt(1)]] })
    await find(undefined, { cart_id: null })
    expect(done[0]).toEqual([
      "begun",
      expect.objectContaining({ merchant_reference: "pay_col_01-1" }),
      DEADLINE,
    ])
  })

  it("is the open one for the same request, however many others there are", async () => {
    const { find, done } = cart({ attempts: [[attempt(3, other), attempt(2), attempt(1)]] })
    expect(await find()).toMatchObject({ id: "pcint_2" })
    expect(done).toEqual([linked(2)])
  })

  it.each<[string, Partial<IntentRow>]>([
    ["younger than a day", { created_at: ago(DAY - 1) }],
    [
      "younger than six days, while its money may be under way",
      { status: "processing", created_at: ago(6 * DAY - 1) },
    ],
  ])("is an open one that is %s", async (_, facts) => {
    const { find, done } = cart({ attempts: [[attempt(1, facts)]] })
    expect(await find()).toMatchObject({ id: "pcint_1" })
    expect(done).toEqual([asked(1), linked(1)])
  })

  it("is the open one where only the words of its page are in another language", () => {
    const described = (description: string, fee_bearer?: "customer") =>
      requestFingerprint(
        { ...INPUT, request: { ...INPUT.request, description, fee_bearer } },
        ACTIVE as never
      )
    expect(described("Paiement")).toBe(described("Payment"))
    expect(described("Payment", "customer")).not.toBe(described("Payment"))
  })

  it.each<[string, Partial<IntentRow>]>([
    ["was for another request", other],
    ["is a day old", { created_at: ago(DAY) }],
    ["is six days old, whatever is under way", { status: "processing", created_at: ago(6 * DAY) }],
    ["was refused", { status: "rejected", outcome: "none" }],
    ["failed", { outcome: "failed", status: "failed" }],
    ["nobody was given the address of", { checkout_url: null }],
  ])("is a new one where the last one %s", async (_, facts) => {
    const { find, done } = cart({ attempts: [[attempt(4, facts)]], early: ["pcint_4"] })
    await find()
    expect(done).toEqual([begun(5), linked(9)])
  })

  it("is money that came for the cart, before anything else is shown or charged", async () => {
    const { find, done } = cart({ attempts: [[attempt(3), failed(2), paid(1)]] })
    expect(await find()).toMatchObject({ id: "pcint_1" })
    expect(done).toEqual([linked(1)])
  })

  describe("outside of what its way to pay takes", () => {
    const bounds = { min: null, max: 9_999n, multiple: 5n, widest: false }

    it("is not begun: nothing is asked or written", async () => {
      const { find, done } = cart()
      await expect(find(undefined, { bounds })).rejects.toMatchObject({ code: "paycollect_amount_bounds" })
      expect(done).toEqual([])
    })

    it.each<[string, IntentRow]>([
      ["money that came", paid(1)],
      ["a payment that is open", attempt(1)],
    ])("is %s, which stands as it was asked for", async (_, row) => {
      const { find, done } = cart({ attempts: [[row]] })
      expect(await find(undefined, { bounds })).toMatchObject({ id: "pcint_1" })
      expect(done).toEqual([linked(1)])
    })

    it("keeps to what it may be rounded up to where it is inside (U-28)", async () => {
      const { find, done } = cart()
      await find(undefined, { bounds: { ...bounds, max: 10_000n } })
      expect(done[0]).toEqual(["begun", expect.objectContaining({ multiple: "5" }), DEADLINE])
    })
  })

  it("is not begun while the cart was paid with another amount", async () => {
    const { find, done } = cart({ attempts: [[paid(1, { amount: minorAmount("1") })]] })
    await expect(find()).rejects.toThrow(/already paid with another amount/)
    expect(done).toEqual([])
  })

  it.each([
    ["money that is not what was asked for is being looked at", "discrepancy", "paycollect_paid_already", []],
    [
      "the service says that it was paid, and not how much: that is asked for once more",
      "waiting",
      START_LOOKED_UP,
      [asked(1, "charge")],
    ],
  ] as const)("is not begun without her word while %s", async (_, outcome, code, before) => {
    const held = paid(1, { outcome })
    const { find, done } = cart({ attempts: [[held]] })
    await expect(find()).rejects.toMatchObject({ code })
    expect(done).toEqual(before)
    for (const [more, facts] of [
      [{ pay_anew: true }, {}],
      [{}, { closed_at: ago(0) }],
      [{}, { environment: "live" }],
      [{}, { checkout_url: null }],
    ] as const) {
      const anew = cart({ attempts: [[{ ...held, ...facts }]] })
      expect(await anew.find(undefined, more)).toMatchObject({ id: "pcint_9" })
    }
  })

  it("is one that a killed process left half made", async () => {
    const { find, done } = cart({ attempts: [[cutOff(1)]] })
    await find()
    expect(done).toEqual([["resumed", "pcint_1", { deadline: DEADLINE, isHeard: false }], linked(9)])
    const heard = cart({ attempts: [[cutOff(1, old)]] })
    await heard.find()
    expect(heard.done.slice(0, 2)).toEqual([
      asked(1),
      ["resumed", "pcint_1", { deadline: DEADLINE, isHeard: true }],
    ])
  })

  it("is made with what finds a lost payment of its reference, a half-made one, too", async () => {
    const recoverLost = () => Promise.resolve("not_found" as const)
    const { find, done } = cart({ attempts: [[cutOff(1)]], created: [null, attempt(9)] })
    await find({ recoverLost })
    expect(done.slice(0, 2)).toEqual([
      ["resumed", "pcint_1", { deadline: DEADLINE, isHeard: false, recoverLost }],
      [...begun(2), recoverLost],
    ])
  })

  it("is the next one where the half-made one came to nothing", async () => {
    const { find, done } = cart({ attempts: [[cutOff(1)]], created: [null, attempt(2)] })
    expect(await find()).toMatchObject({ id: "pcint_2" })
    expect(kinds(done)).toEqual(["resumed", "begun", "linked"])
  })

  it("needs no address once it is paid", async () => {
    const { find } = cart({ created: [paid(1, { checkout_url: null })] })
    expect(await find()).toMatchObject({ id: "pcint_1", outcome: "paid" })
  })
})

describe("what may have been paid unseen", () => {
  it("is asked for first where it is open and older than 15 s, and read again", async () => {
    const { find, done } = cart({ attempts: [[attempt(1, old)], [paid(1)]] })
    expect(await find()).toMatchObject({ outcome: "paid" })
    expect(done).toEqual([asked(1), linked(1)])
  })

  it("costs no look at who else waits where there is none", async () => {
    const { find, askable } = cart({ attempts: [[attempt(1)]] })
    await find()
    expect(askable).not.toHaveBeenCalled()
  })

  it("is not asked for more often than visits may", async () => {
    const { find, done } = cart({ attempts: [[attempt(1, old)], []], early: ["pcint_1"] })
    expect(await find()).toMatchObject({ id: "pcint_1" })
    expect(done).toEqual([linked(1)])
  })

  it("is asked for before a new charge where it ended, once, and taken where it was paid after all", async () => {
    const late = cart({ attempts: [[failed(1)], [paid(1)]] })
    expect(await late.find()).toMatchObject({ id: "pcint_1", outcome: "paid" })
    expect(late.done).toEqual([asked(1, "charge"), linked(1)])
    const over = cart({ attempts: [[failed(1)]] })
    await over.find()
    expect(over.done).toEqual([asked(1, "charge"), begun(2), linked(9)])
    const shown = cart({ attempts: [[attempt(2), failed(1)]] })
    await shown.find()
    expect(shown.done).toEqual([linked(2)])
  })

  it("is three payments at most, open ones first, the newest of them", async () => {
    const open = [7, 6, 5, 4].map((number) => attempt(number, { ...old, ...other }))
    const many = cart({ attempts: [[...open, failed(3)]] })
    await many.find()
    expect(many.done).toEqual([asked(7), asked(6), asked(5), begun(8), linked(9)])
    const some = cart({ attempts: [[...open.slice(0, 2), failed(3), failed(2)]] })
    await some.find()
    expect(some.done).toEqual([asked(7), asked(6), asked(3, "charge"), begun(8), linked(9)])
  })

  it("of the other environment's ended payments is not asked for", async () => {
    const { find, done } = cart({ attempts: [[failed(1, { environment: "live" })]] })
    await find()
    expect(kinds(done)).toEqual(["begun", "linked"])
  })
})

describe("a start", () => {
  it("that others are in the way of gives up after five rounds, and may be tried again at once", async () => {
    for (const created of [null, cutOff(1)]) {
      const { find, done } = cart({ created: [created] })
      await expect(find()).rejects.toMatchObject({
        type: "not_allowed",
        code: START_BUSY,
        message: expect.stringContaining("No money moved; please try again."),
      })
      expect(kinds(done)).toEqual(Array(5).fill("begun"))
    }
  })

  it("sees what the other one made", async () => {
    const { find, done } = cart({ attempts: [[], [attempt(1)]], created: [null] })
    expect(await find()).toMatchObject({ id: "pcint_1" })
    expect(done).toEqual([begun(1), linked(1)])
  })

  it("is refused to a cart that starts too many, but not to the customer at the checkout", async () => {
    const attempts = [[6, 5, 4, 3, 2, 1].map((number) => attempt(number, { ...other, status: "rejected" }))]
    const { find, done } = cart({ attempts })
    const refused = find()
    await expect(refused).rejects.toBeInstanceOf(TooManyStarts)
    await expect(refused).rejects.toMatchObject({
      type: "not_allowed",
      message: expect.stringContaining("please wait a minute"),
    })
    expect(done).toEqual([])
    await find({ atCheckout: true })
    expect(done).toEqual([begun(7), linked(9)])
  })
})

describe("a start that asks first", () => {
  const phone = { ...other, status: "processing" } as const

  it.each<[string, IntentRow[]]>([
    ["is the same request", [attempt(1)]],
    ["is over", [failed(1, other)]],
    ["nobody was given the address of", [attempt(1, { ...other, checkout_url: null, request: null })]],
    [
      "is a card page of another sum",
      [attempt(1, { ...other, amount: minorAmount("1"), provider_id: "pp_paycollect-card_default" })],
    ],
    ["is beside money that came, which is used", [attempt(2, phone), paid(1)]],
  ])("goes on where what is there %s", async (_, attempts) => {
    const { noOther, done } = cart({ attempts: [attempts] })
    await noOther()
    expect(done).toEqual([])
  })

  it.each<[string, IntentRow[]]>([
    ["was opened a moment ago", [attempt(1, { ...other, created_at: ago(15 * MINUTE - 1) })]],
    ["waits on the phone for a day", [attempt(1, { ...phone, created_at: ago(DAY) })]],
    ["is beside the one that it goes on with", [attempt(2), attempt(1, phone)]],
    ["is of another sum, as of a cart that changed", [attempt(1, { ...phone, amount: minorAmount("1") })]],
    ["is of another currency", [attempt(1, { ...other, currency_code: "xof" })]],
    ["is beside money that does not fit", [attempt(2, phone), paid(1, { amount: minorAmount("1") })]],
  ])("is refused while another payment may be paid that %s", async (_, attempts) => {
    const { noOther, done } = cart({ attempts: [attempts] })
    await expect(noOther()).rejects.toMatchObject({ type: "not_allowed", code: "paycollect_payment_open" })
    expect(done).toEqual([])
  })

  it("asks about what was opened a quarter of an hour ago, and is refused where that is being confirmed by now", async () => {
    const opened = attempt(1, { ...other, created_at: ago(15 * MINUTE) })
    const confirmed = { ...opened, status: "processing" } as const
    const goesOn = cart({ attempts: [[opened]] })
    await goesOn.noOther()
    expect(goesOn.done).toEqual([asked(1)])
    const isRefused = cart({ attempts: [[opened], [confirmed]] }).noOther()
    await expect(isRefused).rejects.toMatchObject({ code: "paycollect_payment_open" })
    const early = cart({ attempts: [[opened], [confirmed]], early: ["pcint_1"] })
    await early.noOther()
    expect(early.done).toEqual([])
  })

  it.each<[string, Partial<IntentRow>, string | null]>([
    ["may be paid, although it asks for the same", {}, "paycollect_payment_open"],
    ["came and is being booked", { status: "succeeded", outcome: "paid" }, "paycollect_looked_up"],
    ["stands", { status: "succeeded", outcome: "paid", applied_at: ago(0) }, null],
    ["a person looks at", { status: "succeeded", outcome: "paid", listed_at: ago(0) }, null],
  ])("looks at the order's payments by a link: one that %s", async (_, facts, code) => {
    const subject_id = "pay_col_link"
    const { noOther, done } = cart({ byLink: [attempt(1, { subject_id, ...facts })] })
    const looks = noOther([subject_id])
    if (code) await expect(looks).rejects.toMatchObject({ type: "not_allowed", code })
    else await looks
    expect(done).toEqual([])
  })
})

describe("a start that lost the number of its attempt to another way to pay", () => {
  const lost = { attempts: [[], [attempt(1, other)]], created: [null, attempt(9)] }

  it("begins none beside it where its customer is asked first", async () => {
    const { find, done } = cart(structuredClone(lost))
    await expect(find({ asksFirst: true })).rejects.toMatchObject({ code: "paycollect_payment_open" })
    expect(done).toEqual([begun(1)])
  })

  it("takes the next number where nobody is asked, or where nobody is charged by the other one", async () => {
    const unasked = cart(structuredClone(lost))
    await unasked.find()
    expect(unasked.done).toEqual([begun(1), begun(2), linked(9)])
    const ended = cart({
      ...structuredClone(lost),
      attempts: [[], [attempt(1, { ...other, status: "rejected" })]],
    })
    await ended.find({ asksFirst: true })
    expect(ended.done).toEqual([begun(1), begun(2), linked(9)])
  })
})

describe("a payment that is shown to a customer", () => {
  it.each<[string, Date | null, boolean]>([
    ["is off the schedule", null, true],
    ["would be looked at in more than a minute", new Date(NOW + MINUTE + 1), true],
    ["is looked at in a minute", new Date(NOW + MINUTE), false],
    ["is due", ago(0), false],
  ])("and %s is looked at within a minute", async (_, next_step_at, isMoved) => {
    const { find, done } = cart({ attempts: [[attempt(1, { next_step_at })]] })
    await find()
    expect(done).toEqual([linked(1), ...(isMoved ? [["look", "pcint_1", MINUTE]] : [])])
  })

  it("once more may come back with news, once a minute", async () => {
    const returned = async (ms: number) => {
      const { find, done } = cart({ attempts: [[attempt(1, { returned_at: ago(ms) })]] })
      await find()
      return done.slice(1)
    }
    expect(await returned(MINUTE + 1)).toEqual([["changed", "pcint_1", { returned_at: null }]])
    expect(await returned(MINUTE)).toEqual([])
  })

  it("is left as it is once it is paid", async () => {
    const { find, done } = cart({ attempts: [[paid(1, { next_step_at: null, returned_at: ago(DAY) })]] })
    await find()
    expect(done).toEqual([linked(1)])
  })
})

describe("money that already came", () => {
  describe("an hour ago, and may have gone back since,", () => {
    const old = { verified_at: ago(60 * MINUTE) }
    const gone = paid(1, { came: "10000", reversed: "10000" })

    it("is asked about before it is reused", async () => {
      const { find, done } = cart({ attempts: [[paid(1, old)], [paid(1)]] })
      expect(await find()).toMatchObject({ id: "pcint_1" })
      expect(done).toEqual([asked(1), linked(1)])
      const later = cart({ attempts: [[paid(1, old)], [paid(1)]] })
      expect(await later.reuse()).toMatchObject({ id: "pcint_1" })
      expect(later.done).toEqual([asked(1), linked(1)])
    })

    it("pays for nothing once it is gone", async () => {
      const { find, done } = cart({ attempts: [[paid(1, old)], [gone]] })
      expect(await find()).toMatchObject({ id: "pcint_9" })
      expect(done).toEqual([asked(1), begun(2), linked(9)])
      expect(await cart({ attempts: [[paid(1, old)], [gone]] }).reuse()).toBeNull()
    })

    it("keeps nobody from paying another amount once it is gone", async () => {
      const { find } = cart({ attempts: [[paid(1, { ...old, amount: minorAmount("1") })], [gone]] })
      expect(await find()).toMatchObject({ id: "pcint_9" })
    })

    it.each([[[]], [["pcint_1"]]])(
      "is neither reused nor charged again while nothing is heard of it",
      async (early) => {
        for (const start of ["find", "reuse"] as const) {
          const { done, ...made } = cart({ attempts: [[paid(1, old)]], early })
          await expect(made[start]()).rejects.toMatchObject({ type: "not_allowed", code: START_LOOKED_UP })
          expect(done).toEqual(early.length > 0 ? [] : [asked(1)])
        }
      }
    )

    it("is not asked about where an order stands for it, or a person dealt with it", async () => {
      const applied = cart({ attempts: [[paid(1, { ...old, applied_at: ago(0) })]] })
      await applied.find()
      const closed = cart({ attempts: [[paid(1, { ...old, closed_at: ago(0) })]] })
      await closed.find()
      expect([...kinds(applied.done), ...kinds(closed.done)]).not.toContain("asked")
    })
  })

  it("is reused, after open payments were asked for; nothing is created", async () => {
    const { reuse, done } = cart({ attempts: [[attempt(1, old)], [paid(1)]] })
    expect(await reuse()).toMatchObject({ id: "pcint_1" })
    expect(done).toEqual([asked(1), linked(1)])
  })

  it("is none where nothing is paid", async () => {
    const { reuse, done } = cart({ attempts: [[attempt(1), failed(2)]] })
    expect(await reuse()).toBeNull()
    expect(done).toEqual([])
  })
})

describe("money that an employee books in a collection without a cart", () => {
  const booked = paid(7, { assigned_order_id: "order_09", assigned_collection_id: "pay_col_09" })
  const there = { cart_id: null, payment_collection_id: "pay_col_09" }

  it("pays the session that is made there; nothing is asked or created", async () => {
    const { bound, done } = cart({ booked })
    expect(await bound(there)).toMatchObject({ id: "pcint_7" })
    expect(done).toEqual([linked(7)])
  })

  it("keeps a payment of another sum from being started there", async () => {
    const { bound, done } = cart({ booked })
    await expect(bound({ ...there, amount: minorAmount("10001") })).rejects.toThrow(/is being booked here/)
    await expect(bound({ ...there, currency_code: "xof" })).rejects.toMatchObject({
      code: START_LOOKED_UP,
      message: expect.stringContaining("nothing more was charged"),
    })
    expect(done).toEqual([])
  })

  it("is none in a cart, nor in another collection", async () => {
    const { bound, done } = cart({ booked })
    expect(await bound({ ...there, cart_id: "cart_01" })).toBeNull()
    expect(await bound({ ...there, payment_collection_id: "pay_col_10" })).toBeNull()
    expect(done).toEqual([])
  })
})
