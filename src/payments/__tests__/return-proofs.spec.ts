import { type NewIntent } from "../ledger/ledger"
import { ReturnProofs } from "../return-proofs"
import { type SharedState } from "../../service/shared-state"

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
    expect(rest).toEqual({ merchant_reference: REFERENCE, fingerprint: "f" })
    expect(Object.keys(request!)).toEqual(["redirect_url"])
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

  it("are tried again when the database could not be read", async () => {
    const { state } = stateOf()
    const once = jest.spyOn(state, "once").mockRejectedValueOnce(new Error("down"))
    const proofs = new ReturnProofs(state)
    await expect(proofs.addTo(values())).rejects.toThrow("down")
    await expect(proofs.addTo(values())).resolves.toBeDefined()
    expect(once).toHaveBeenCalledTimes(2)
  })
})
