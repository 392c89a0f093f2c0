import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { type AddressInfo } from "node:net"
import { isOwnEvent, sendOwnEvent, wasSentByUs } from "../own-event"
import { isSigned } from "../webhook"

const SECRET = "whsec_of_the_spec"
const NOW = Date.parse("2026-11-21T12:00:00Z")

interface Came {
  url: URL
  headers: IncomingMessage["headers"]
  body: Buffer
}

/** Somebody who listens at the address. */
async function answering(answer: (res: ServerResponse, came: Came) => void, header?: string) {
  const came: Came[] = []
  const server = createServer((req, res) => {
    const chunks: Buffer[] = []
    req.on("data", (chunk: Buffer) => void chunks.push(chunk))
    req.on("end", () => {
      const url = new URL(req.url!, "http://localhost")
      came.push({ url, headers: req.headers, body: Buffer.concat(chunks) })
      answer(res, came.at(-1)!)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  const result = await sendOwnEvent(`http://127.0.0.1:${port}/hooks/paycollect`, {
    secret: SECRET,
    now: NOW,
    header,
  })
  await new Promise((resolve) => server.close(resolve))
  return { result, came, port }
}

const json = (res: ServerResponse, body: object, status = 200) =>
  void res.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))

describe("an event that the server sends itself", () => {
  it.each(["ok", "changed", "no_header"])("is %s as our own route says", async (check) => {
    expect((await answering((res) => json(res, { received: true, check }))).result).toBe(check)
  })

  it.each<[string, (res: ServerResponse) => void]>([
    ["a page", (res) => void res.end("<h1>Welcome</h1>")],
    ["an answer of another server", (res) => json(res, { received: true })],
    ["a refusal of another secret", (res) => json(res, { type: "unauthorized" }, 401)],
    ["a word that is none of ours", (res) => json(res, { check: "fine" })],
    ["null", (res) => void res.end("null")],
  ])("meets something other: %s", async (_, answer) => {
    expect((await answering(answer)).result).toBe("other")
  })

  it("follows no redirect", async () => {
    const { result, came } = await answering(
      (res) => void res.writeHead(307, { location: "/elsewhere" }).end()
    )
    expect([result, came.length]).toEqual(["other", 1])
  })

  it("meets nothing where nobody listens", async () => {
    const { port } = await answering((res) => json(res, {}))
    const address = `http://127.0.0.1:${port}/hooks/paycollect`
    expect(await sendOwnEvent(address, { secret: SECRET, now: NOW })).toBe("nothing")
  })

  it.each([undefined, "x-service-signature"])("is signed as the service signs, in %s", async (header) => {
    const { came } = await answering((res) => json(res, {}), header)
    const [{ headers, body, url }] = came as [Came]
    expect(isSigned(body, headers, { secrets: [SECRET], header })).toBe(true)
    expect(isOwnEvent(JSON.parse(body.toString()))).toBe(true)
    const check = url.searchParams.get("check")
    expect(wasSentByUs(check, ["whsec_another", SECRET], NOW + 59_000)).toBe(true)
    expect(JSON.stringify([headers, url, body.toString()])).not.toContain(SECRET)
  })

  it("is known by nobody else's word, and for a minute", async () => {
    const { came } = await answering((res) => json(res, {}))
    const check = came[0]!.url.searchParams.get("check")!
    expect(wasSentByUs(check, [SECRET], NOW + 61_000)).toBe(false)
    expect(wasSentByUs(check, ["whsec_another"], NOW)).toBe(false)
    expect(wasSentByUs(check.replace(/^\d+/, String(NOW + 1)), [SECRET], NOW)).toBe(false)
    for (const made of [undefined, "", `${NOW}.${"0".repeat(64)}`, [check, check], {}, "1.2"])
      expect(wasSentByUs(made, [SECRET], NOW)).toBe(false)
    for (const event of [null, "x", {}, { event_type: "payment.succeeded" }])
      expect(isOwnEvent(event)).toBe(false)
  })
})
