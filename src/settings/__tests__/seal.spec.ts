import { randomBytes } from "node:crypto"
import fc from "fast-check"
import { inspect } from "node:util"
import { Sealer } from "../seal"

const key = (form: "base64" | "base64url" | "hex" = "base64") => randomBytes(32).toString(form)
const FIELD = "test.secretKey"

describe("Sealer", () => {
  it("opens what it sealed, whatever the text, and never seals it the same way twice", () => {
    const sealer = new Sealer([key()])
    fc.assert(
      fc.property(fc.string(), (text) => {
        const [one, other] = [sealer.seal(FIELD, text), sealer.seal(FIELD, text)]
        expect(one).not.toBe(other)
        expect(sealer.open(FIELD, one)).toEqual({ text, current: true })
        if (text.length > 3) expect(one).not.toContain(text)
      })
    )
  })

  it.each(["base64", "base64url", "hex"] as const)("takes keys as %s, which are the same key", (form) => {
    const bytes = randomBytes(32)
    const sealed = new Sealer([bytes.toString(form)]).seal(FIELD, "secret")
    expect(new Sealer([bytes.toString("base64")]).open(FIELD, sealed).text).toBe("secret")
  })

  it("opens with any key and seals with the first", () => {
    const [old, fresh] = [key(), key()]
    const sealed = new Sealer([old]).seal(FIELD, "secret")
    const rotating = new Sealer([fresh, old])
    expect(rotating.open(FIELD, sealed)).toEqual({ text: "secret", current: false })
    const renewed = rotating.seal(FIELD, "secret")
    expect(new Sealer([fresh]).open(FIELD, renewed)).toEqual({ text: "secret", current: true })
    expect(new Sealer([old]).open(FIELD, renewed).text).toBeNull()
  })

  it.each(["live.secretKey", "test.webhookSecret"])("does not open in the field %s", (other) => {
    const sealer = new Sealer([key()])
    expect(sealer.open(other, sealer.seal(FIELD, "secret")).text).toBeNull()
  })

  it("opens nothing that was changed, cut off or made up", () => {
    const sealer = new Sealer([key()])
    const sealed = sealer.seal(FIELD, "a secret of some length")
    const parts = sealed.split(".")
    for (let index = 0; index < parts.length; index++) {
      const part = parts[index]!
      const last = part.length - 3
      const other = part[last] === "A" ? "B" : "A"
      const changed = Object.assign([...parts], {
        [index]: part.slice(0, last) + other + part.slice(last + 1),
      }).join(".")
      expect([index, sealer.open(FIELD, changed)]).toEqual([index, { text: null, current: false }])
    }
    const shortTag = [
      ...parts.slice(0, 4),
      Buffer.from(parts[4]!, "base64url").subarray(0, 4).toString("base64url"),
    ]
    for (const wrong of ["", "v1", sealed.slice(0, -8), `${sealed}.more`, shortTag.join(".")])
      expect(sealer.open(FIELD, wrong)).toEqual({ text: null, current: false })
  })

  it("tells by eight digits which key sealed a text", () => {
    const [one, other] = [new Sealer([key()]), new Sealer([key()])]
    const idOf = (sealer: Sealer) =>
      /^v1\.([0-9a-f]{8})\.[\w-]{16}\.[\w-]*\.[\w-]{22}$/.exec(sealer.seal(FIELD, "secret"))?.[1]
    expect(idOf(one)).toEqual(expect.any(String))
    expect(idOf(one)).toBe(idOf(one))
    expect(idOf(one)).not.toBe(idOf(other))
  })

  it("can do nothing without a key, and shows none", () => {
    const text = key()
    expect(() => new Sealer([]).seal(FIELD, "secret")).toThrow("no encryption key")
    expect(new Sealer([]).open(FIELD, new Sealer([text]).seal(FIELD, "secret")).text).toBeNull()
    expect(inspect(new Sealer([text]), { depth: 9, showHidden: true })).not.toContain(text)
  })
})
