import fc from "fast-check"
import { resolveOptions } from "../../settings/options"
import { RETURN_REASONS, returnAddress, type ReturnFacts, ReturnProofs } from "../return-address"
import { type NewIntent } from "../ledger/ledger"
import { type SharedState } from "../../service/shared-state"

const storefrontUrl = "https://shop.example"
const options = (more: Record<string, unknown> = {}) => resolveOptions({ storefrontUrl, ...more }, {})
const facts = (more: Partial<ReturnFacts> = {}): ReturnFacts => ({
  status: "success",
  reference: "cart_01-1",
  cart_id: "cart_01",
  order_id: "order_01",
  country_code: "cm",
  ...more,
})

describe("returnAddress", () => {
  it.each<[Partial<ReturnFacts>, string]>([
    [{}, "/cm/order/order_01/confirmed?paycollect_status=success&cart_id=cart_01&order_id=order_01"],
    [{ status: "waiting", order_id: null }, "/cm/checkout/waiting?paycollect_status=waiting&cart_id=cart_01"],
    [
      { status: "failed", order_id: null },
      "/cm/checkout?step=payment&paycollect_status=failed&cart_id=cart_01",
    ],
    [{ order_id: null, cart_id: null }, "/cm/checkout/waiting?paycollect_status=success"],
    [
      { status: "failed", cart_id: null, payment_collection_id: "pay_col_01" },
      "/cm/checkout?step=payment&paycollect_status=failed&payment_collection_id=pay_col_01&order_id=order_01",
    ],
    [
      { cart_id: null, payment_collection_id: "pay_col_01" },
      "/cm/order/order_01/confirmed?paycollect_status=success&payment_collection_id=pay_col_01&order_id=order_01",
    ],
    [
      { payment_collection_id: "pay_col_01" },
      "/cm/order/order_01/confirmed?paycollect_status=success&cart_id=cart_01&order_id=order_01",
    ],
    [
      { country_code: null },
      "/-/order/order_01/confirmed?paycollect_status=success&cart_id=cart_01&order_id=order_01",
    ],
  ])("leads to the storefront's own pages by default: %p", (more, path) => {
    expect(returnAddress(options(), facts(more))).toBe(storefrontUrl + path)
  })

  it.each(RETURN_REASONS)("says why a payment failed, and of no other: %s", (reason) => {
    const failed = new URL(returnAddress(options(), facts({ status: "failed", reason, order_id: null }))!)
    expect(failed.search).toBe(
      `?step=payment&paycollect_status=failed&cart_id=cart_01&paycollect_reason=${reason}`
    )
    for (const status of ["success", "waiting"] as const)
      expect(returnAddress(options(), facts({ status, reason }))).not.toContain("paycollect_reason")
  })

  it("lets no template say why", () => {
    const failure = "https://shop.example/?paycollect_reason=mine"
    const address = (reason: ReturnFacts["reason"]) =>
      returnAddress(options({ returnUrls: { failure } }), facts({ status: "failed", reason }))!
    expect(address(null)).not.toContain("paycollect_reason")
    expect(new URL(address("busy")).searchParams.getAll("paycollect_reason")).toEqual(["busy"])
  })

  it("keeps the path of a storefront below one", () => {
    const below = options({ storefrontUrl: "https://shop.example/boutique/" })
    expect(returnAddress(below, facts({ status: "waiting", order_id: null }))).toBe(
      "https://shop.example/boutique/cm/checkout/waiting?paycollect_status=waiting&cart_id=cart_01"
    )
  })

  it("fills every placeholder of a template, keeps its query, and adds ours", () => {
    const success =
      "https://shop.example/{country_code}/thanks?o={order_id}&c={cart_id}&r={reference}&utm=pay"
    expect(returnAddress(options({ returnUrls: { success } }), facts())).toBe(
      "https://shop.example/cm/thanks?o=order_01&c=cart_01&r=cart_01-1&utm=pay&paycollect_status=success&cart_id=cart_01&order_id=order_01"
    )
  })

  it("takes each template for its outcome and the default for the others", () => {
    const returnUrls = { failure: "https://shop.example/again" }
    expect(returnAddress(options({ returnUrls }), facts({ status: "failed" }))).toContain("/again?")
    expect(returnAddress(options({ returnUrls }), facts())).toContain("/cm/order/order_01/confirmed?")
  })

  it("leads back into an app", () => {
    const app = resolveOptions(
      { returnOrigins: ["myshop://pay"], returnUrls: { waiting: "myshop://pay/wait?c={cart_id}" } },
      {}
    )
    expect(returnAddress(app, facts({ status: "waiting", order_id: null }))).toBe(
      "myshop://pay/wait?c=cart_01&paycollect_status=waiting&cart_id=cart_01"
    )
  })

  it("lets no template decide the status", () => {
    const failure = "https://shop.example/?paycollect_status=success&order_id=mine"
    const address = returnAddress(options({ returnUrls: { failure } }), facts({ status: "failed" }))
    expect(new URL(address!).searchParams.getAll("paycollect_status")).toEqual(["failed"])
    expect(new URL(address!).searchParams.getAll("order_id")).toEqual(["order_01"])
  })

  it("is nothing where nothing is configured", () => {
    expect(returnAddress(resolveOptions({}, {}), facts())).toBeNull()
  })

  it("stays at the configured origin, whatever the facts are", () => {
    const text = fc.oneof(
      fc.string(),
      fc.constantFrom("//evil.example", "@evil.example", "..", "\\evil", "?#", "%2e%2e/")
    )
    const anyFacts: fc.Arbitrary<ReturnFacts> = fc.record({
      status: fc.constantFrom("success" as const, "waiting" as const, "failed" as const),
      reference: text,
      cart_id: fc.option(text),
      payment_collection_id: fc.option(text),
      order_id: fc.option(text),
      country_code: fc.option(text),
    })
    const success = "https://shop.example{path}".replace(
      "{path}",
      "/{country_code}/{order_id}/{cart_id}?r={reference}"
    )
    fc.assert(
      fc.property(
        anyFacts,
        fc.constantFrom(options(), options({ returnUrls: { success } })),
        (known, given) => {
          const url = new URL(returnAddress(given, known)!)
          expect(url.origin).toBe(storefrontUrl)
          expect(url.hash).toBe("")
          expect(url.searchParams.getAll("paycollect_status")).toEqual([known.status])
        }
      )
    )
  })
})

/** What all processes of one shop share. */
function stateOf(known: Record<string, object> = {}) {
  let asked = 0
  const once = async <T extends object>(id: string, value: T) => {
    asked += 1
    return (known[id] ??= value) as T
  }
  return { known, asked: () => asked, state: { once } as unknown as SharedState }
}

const REFERENCE = "cart_01-1"
const values = (merchant_reference = REFERENCE) =>
  ({
    merchant_reference,
    fingerprint: "f",
    request: { redirect_url: `https://api.shop.example/paycollect/return/${merchant_reference}` },
  }) as unknown as NewIntent
const segmentOf = async (proofs: ReturnProofs, reference = REFERENCE) => {
  const { request } = await proofs.addTo(values(reference))
  return new URL(String(request!.redirect_url)).pathname.split("/").at(-1)!
}

describe("ReturnProofs", () => {
  it("end a return address with something that follows from nothing in it", async () => {
    const [one, other] = [new ReturnProofs(stateOf().state), new ReturnProofs(stateOf().state)]
    const segment = await segmentOf(one)
    expect(segment).toMatch(/^cart_01-1\.[A-Za-z0-9_-]{22}$/)
    expect(await segmentOf(other)).not.toBe(segment)
    expect((await segmentOf(one, "cart_01-2")).split(".")[1]).not.toBe(segment.split(".")[1])
  })

  it("leave everything else of a payment as it is", async () => {
    const { request, ...rest } = await new ReturnProofs(stateOf().state).addTo(values())
    const contact = { email: null, phone: null }
    expect(rest).toEqual({ merchant_reference: REFERENCE, fingerprint: "f", contact })
    expect(Object.keys(request!)).toEqual(["redirect_url"])
  })

  it("know a contact again that the service was given, and tell no two apart by anything else", async () => {
    const proofs = new ReturnProofs(stateOf().state)
    const given = values()
    Object.assign(given.request!, { email: "a@b.example", phone: "237670000002" })
    const { contact } = await proofs.addTo(given)
    expect(contact).toEqual({
      email: await proofs.markOf("a@b.example"),
      phone: await proofs.markOf("237670000002"),
    })
    expect(JSON.stringify(contact)).not.toMatch(/b\.example|2376/)
    expect(await proofs.markOf("A@b.example")).not.toBe((contact as { email: string }).email)
    expect(await new ReturnProofs(stateOf().state).markOf("a@b.example")).not.toBe(
      (contact as { email: string }).email
    )
  })

  it("open the receipt of one payment, and nothing that was made for another use", async () => {
    const proofs = new ReturnProofs(stateOf().state)
    const id = `pcint_${"0".repeat(26)}`
    const token = (await proofs.receipt(id))!
    expect(await proofs.readReceipt(token)).toBe(id)
    const contact = (await proofs.markOf(id))!
    for (const wrong of [
      "",
      id,
      `${id}.`,
      `${id}.${contact}`,
      `${token}x`,
      token.replace("_0", "_1"),
      `.${token}`,
    ])
      expect(await proofs.readReceipt(wrong)).toBeNull()
  })

  it("are read by every process of the shop, with one secret that is made once", async () => {
    const shared = stateOf()
    const segment = await segmentOf(new ReturnProofs(shared.state))
    const another = new ReturnProofs(shared.state)
    expect(await another.read(segment)).toEqual({ reference: REFERENCE, isProven: true })
    expect(await another.read(segment)).toEqual({ reference: REFERENCE, isProven: true })
    expect(shared.asked()).toBe(2)
    expect(Object.values(shared.known)).toEqual([{ secret: expect.stringMatching(/^[\w-]{43}$/) }])
  })

  it("make an address without them, or with wrong ones, an ordinary visit", async () => {
    const proofs = new ReturnProofs(stateOf().state)
    const [, proof = ""] = (await segmentOf(proofs)).split(".")
    const turned = [...proof].reverse().join("")
    for (const segment of [
      REFERENCE,
      `${REFERENCE}.`,
      `${REFERENCE}.${turned === proof ? "x".repeat(22) : turned}`,
      `${REFERENCE}.${proof}x`,
      `${REFERENCE}.${"\u00e9".repeat(22)}`,
    ])
      expect(await proofs.read(segment)).toEqual({ reference: REFERENCE, isProven: false })
    expect(await proofs.read(`cart_01-2.${proof}`)).toEqual({ reference: "cart_01-2", isProven: false })
  })

  it("are read from nothing that is no reference", async () => {
    const proofs = new ReturnProofs(stateOf().state)
    for (const segment of [undefined, "", ".", ".x", "a b", "a/b", "x".repeat(65)])
      expect(await proofs.read(segment)).toEqual({ reference: null, isProven: false })
  })

  it("are left out where no key opens what they are made of: nobody is kept from paying", async () => {
    const shared = stateOf({ return_secret: { sealed: "v1.of.another.key.x" } })
    const proofs = new ReturnProofs(shared.state)
    expect(await proofs.addTo(values())).toEqual(values())
    for (const proof of ["x".repeat(22), ""])
      expect(await proofs.read(`${REFERENCE}.${proof}`)).toEqual({ reference: REFERENCE, isProven: false })
    expect(shared.known).toEqual({ return_secret: { sealed: "v1.of.another.key.x" } })
  })

  it("are tried again when the database could not be read", async () => {
    const { state } = stateOf()
    const once = jest.spyOn(state, "once").mockRejectedValueOnce(new Error("down"))
    const proofs = new ReturnProofs(state)
    await expect(proofs.addTo(values())).rejects.toThrow("down")
    await expect(proofs.addTo(values())).resolves.toBeDefined()
    expect(once).toHaveBeenCalledTimes(2)
  })
})
