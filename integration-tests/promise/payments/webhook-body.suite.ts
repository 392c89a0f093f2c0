import { createHmac } from "node:crypto"
import { request } from "node:http"
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib"
import { EVENT_SECRET } from "../../http/support/events"
import { withMerchant } from "../../http/support/merchant"
import { type Suite } from "../../http/support/suites"

const MIB = 1024 * 1024

export const webhookBody: Suite = (store) => {
  const merchant = withMerchant(store)
  beforeEach(() => {
    const { test } = merchant.paycollect().configuration.given.options
    merchant.configure({ test: { ...test, webhookSecret: [EVENT_SECRET] } })
  })

  interface Delivery {
    headers?: Record<string, string>
    /** what is signed, where that is not what is sent */
    signed?: Buffer
    chunked?: boolean
    address?: string
  }
  /** As a service sends it, byte for byte: no HTTP client guesses a content type or a length. */
  const deliver = async (
    body: Buffer,
    { headers, signed = body, chunked, address = "/hooks/paycollect" }: Delivery = {}
  ) =>
    await new Promise<{ status: number; text: string }>((resolve, reject) => {
      const sent = request(
        new URL(address, store.api.defaults.baseURL),
        {
          method: "POST",
          headers: {
            "x-service-signature": createHmac("sha256", EVENT_SECRET).update(signed).digest("hex"),
            ...(!chunked && { "content-length": body.length }),
            ...headers,
          },
        },
        (answer) => {
          let text = ""
          answer.on("data", (chunk) => (text += String(chunk)))
          answer.on("end", () => resolve({ status: answer.statusCode!, text }))
        }
      )
      sent.on("error", reject)
      for (let at = 0; at < body.length; at += 65_536) sent.write(body.subarray(at, at + 65_536))
      sent.end()
    })
  const event = (reference: string, more: object = {}) =>
    JSON.stringify({ event_type: "payment.succeeded", data: { merchant_reference: reference, ...more } })
  const paid = async () => {
    const { guest, reference } = await merchant.guestAtCheckout()
    merchant.pay(reference)
    return { guest, reference }
  }

  const typed: [string, Record<string, string>, (text: string) => Buffer][] = [
    ["no content type", {}, Buffer.from],
    ["text/plain", { "content-type": "text/plain" }, Buffer.from],
    ["a vendor's JSON", { "content-type": "application/vnd.service.v1+json" }, Buffer.from],
    ["a form's content type", { "content-type": "application/x-www-form-urlencoded" }, Buffer.from],
    ["octets", { "content-type": "application/octet-stream" }, Buffer.from],
    ["several parts", { "content-type": "multipart/form-data; boundary=x" }, Buffer.from],
    ["a content type that is none", { "content-type": ";;;" }, Buffer.from],
    ["an unknown charset", { "content-type": "application/json; charset=klingon" }, Buffer.from],
    ["a byte order mark", { "content-type": "application/json" }, (text) => Buffer.from(`\uFEFF${text}`)],
    [
      "Latin 1, as it says",
      { "content-type": 'application/json; charset="iso-8859-1"' },
      (text) => Buffer.from(text, "latin1"),
    ],
    [
      "UTF-16, as it says",
      { "content-type": "application/json; charset=utf-16le" },
      (text) => Buffer.from(text, "utf16le"),
    ],
  ]

  it.each(typed)("is read as JSON under %s", async (_, headers, bytes) => {
    const { guest, reference } = await paid()
    const body = bytes(event(reference, { customer: "Zoé" }))
    expect(await deliver(body, { headers })).toMatchObject({ status: 200 })
    expect(await guest.orders()).toHaveLength(1)
  })

  const encodings: [string, (bytes: Buffer) => Buffer][] = [
    ["gzip", gzipSync],
    ["x-gzip", gzipSync],
    ["deflate", deflateSync],
    ["deflate", deflateRawSync],
    ["br", brotliCompressSync],
    ["identity", (bytes) => bytes],
  ]

  it.each(encodings)(
    "is taken under %s, signed before or after it was packed (U-06)",
    async (encoding, pack) => {
      const { guest, reference } = await paid()
      const plain = Buffer.from(event(reference))
      const headers = { "content-encoding": encoding, "content-type": "application/json" }
      expect((await deliver(pack(plain), { headers, signed: plain })).status).toBe(200)
      expect(await guest.orders()).toHaveLength(1)
      expect((await deliver(pack(plain), { headers })).status).toBe(200)
      expect((await deliver(pack(plain), { headers, signed: Buffer.from("another") })).status).toBe(401)
    }
  )

  it("is taken at the address as people write it", async () => {
    const { guest, reference } = await paid()
    for (const address of ["/hooks/paycollect/", "/Hooks/PayCollect?from=the-service"])
      expect((await deliver(Buffer.from(event(reference)), { address })).status).toBe(200)
    expect(await guest.orders()).toHaveLength(1)
  })

  it("is taken in chunks, without a length", async () => {
    const { guest, reference } = await paid()
    const body = Buffer.from(event(reference, { filler: "x".repeat(MIB - 1_000) }))
    expect((await deliver(body, { chunked: true })).status).toBe(200)
    expect(await guest.orders()).toHaveLength(1)
  })

  it("that cannot be read is 400 and never 200, however well it is signed", async () => {
    const { reference } = await paid()
    const text = event(reference)
    const packed = gzipSync(Buffer.from(text))
    const gzip = { "content-encoding": "gzip" }
    const unreadable: [string, Buffer, Delivery?][] = [
      ["nothing", Buffer.alloc(0)],
      ["not JSON", Buffer.from("merchant_reference=1")],
      ["half of it", Buffer.from(text.slice(0, -5))],
      ["a lone number", Buffer.from("5")],
      ["a lone text", Buffer.from('"payment.succeeded"')],
      ["null", Buffer.from("null")],
      ["bytes that are no text", Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d])],
      ["said to be packed, and not", Buffer.from(text), { headers: gzip }],
      ["packed, and broken off", packed.subarray(0, -9), { headers: gzip }],
      ["a packing nobody knows", Buffer.from(text), { headers: { "content-encoding": "zpaq" } }],
      ["packed twice", gzipSync(packed), { headers: { "content-encoding": "gzip, gzip" } }],
    ]
    const answers: [string, number][] = []
    for (const [what, body, delivery] of unreadable) {
      const { status, text: answer } = await deliver(body, delivery)
      answers.push([what, status])
      expect(JSON.parse(answer)).toMatchObject({ type: "invalid_data", message: expect.any(String) })
      expect(answer).not.toContain(reference)
    }
    expect(answers).toEqual(unreadable.map(([what]) => [what, 400]))
    expect(store.calls("verify_payment")).toEqual([])
  })

  it("of more than 1 MiB is 413, packed or not, announced or not", async () => {
    const large = Buffer.from(JSON.stringify({ filler: "x".repeat(MIB) }))
    expect((await deliver(large)).status).toBe(413)
    expect((await deliver(large, { chunked: true })).status).toBe(413)
    // A megabyte of zeros packs into a thousand bytes: what it unpacks to counts.
    const headers = { "content-encoding": "gzip" }
    expect((await deliver(gzipSync(Buffer.alloc(64 * MIB)), { headers })).status).toBe(413)
    const fits = Buffer.from(JSON.stringify({ filler: "x".repeat(MIB - 13) }))
    expect([fits.length, (await deliver(fits)).status]).toEqual([MIB, 200])
  })

  it("that breaks off is dropped without a word in the log, and the next one is taken", async () => {
    const { guest, reference } = await paid()
    const error = jest.spyOn(store.container().resolve("logger"), "error")
    await new Promise<void>((resolve) => {
      const sent = request(new URL("/hooks/paycollect", store.api.defaults.baseURL), {
        method: "POST",
        headers: { "content-length": 1_000, "x-service-signature": "0".repeat(64) },
      })
      sent.on("error", () => resolve())
      sent.write('{"data":')
      setTimeout(() => sent.destroy(), 100)
      sent.on("close", () => resolve())
    })
    expect((await deliver(Buffer.from(event(reference)))).status).toBe(200)
    expect(await guest.orders()).toHaveLength(1)
    expect(error.mock.calls).toEqual([])
    error.mockRestore()
  })

  it("unsigned is 401 in any form, before anything is looked up", async () => {
    const { reference } = await paid()
    for (const [, headers, bytes] of typed) {
      const forged = { headers: { ...headers, "x-service-signature": "0".repeat(64) } }
      expect((await deliver(bytes(event(reference)), forged)).status).toBe(401)
    }
    expect(store.calls("verify_payment")).toEqual([])
  })
}
