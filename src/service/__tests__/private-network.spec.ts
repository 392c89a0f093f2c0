import { lookup, type LookupAddress } from "node:dns"
import net, { type AddressInfo } from "node:net"
import fc from "fast-check"
import { isPrivateAddress, publicLookup } from "../address"
import { client, failure, request } from "./fixtures"

jest.mock("node:dns", () => ({ ...jest.requireActual<object>("node:dns"), lookup: jest.fn() }))

/** What the resolver says of any name, in the form that it was asked for. */
const leadsTo = (...addresses: string[]) => {
  const found = addresses.map((address) => ({ address, family: net.isIP(address) }))
  type Answer = (error: null, found: LookupAddress[] | string, family?: number) => void
  const answer = (_: string, { all }: { all?: boolean }, callback: Answer) =>
    all ? callback(null, found) : callback(null, found[0]!.address, found[0]!.family)
  jest.mocked(lookup as unknown as typeof answer).mockImplementation(answer)
}
const lookedUp = async (options: { all?: boolean } = {}) =>
  await new Promise((resolve) =>
    publicLookup("service.example", options, (error, address) => resolve(error ? error.code : address))
  )

const PRIVATE = [
  ...["0.0.0.0", "10.1.2.3", "100.64.0.1", "127.0.0.1", "127.9.9.9", "169.254.169.254", "172.16.0.1"],
  ...["172.31.255.255", "192.168.0.1", "192.0.0.192", "198.18.0.1", "224.0.0.1", "255.255.255.255"],
  ...["::", "::1", "fc00::1", "fdff::1", "fe80::1", "ff02::1", "::ffff:10.0.0.1", "::ffff:127.0.0.1"],
  ...["64:ff9b::10.0.0.1", "2002:a00:1::", "64:ff9b:1::a00:1", "2001:0:a00:1::", "::10.0.0.1"],
]
const PUBLIC = [
  "1.1.1.1",
  "9.9.9.9",
  "172.32.0.1",
  "100.128.0.1",
  "192.169.0.1",
  "2606:4700::1111",
  "2001:4860:4860::8888",
  "192.0.1.1",
  "64:ff9b::1.1.1.1",
]

describe("an address in a private network", () => {
  it.each(PRIVATE)("is %s, however it is written and found", async (ip) => {
    expect(isPrivateAddress(`https://${ip.includes(":") ? `[${ip}]` : ip}/v1`)).toBe(true)
    leadsTo(ip)
    expect(await lookedUp()).toBe("ENOTFOUND")
    leadsTo("1.1.1.1", ip)
    expect(await lookedUp({ all: true })).toBe("ENOTFOUND")
  })

  it.each(["localhost", "a.localhost", "localhost.", "0x7f.1", "2130706433", "0177.0.0.1"])(
    "is %s by its name",
    (host) => {
      expect(isPrivateAddress(`https://${host}/v1`)).toBe(true)
    }
  )

  it.each(PUBLIC)("is not %s", async (ip) => {
    expect(isPrivateAddress(`https://${ip.includes(":") ? `[${ip}]` : ip}/v1`)).toBe(false)
    leadsTo(ip, "1.1.1.1")
    expect(await lookedUp()).toBe(ip)
    expect(await lookedUp({ all: true })).toMatchObject([{ address: ip }, { address: "1.1.1.1" }])
  })

  it("is none where there is none, and a name that nobody knows stays unknown", async () => {
    for (const host of ["service.example", "localhost.example", "mylocalhost"])
      expect(isPrivateAddress(`https://${host}/v1`)).toBe(false)
    jest.mocked(lookup as unknown as (...all: unknown[]) => void).mockImplementation((...all) => {
      const callback = all.at(-1) as (error: Error) => void
      callback(Object.assign(new Error("away"), { code: "EAI_AGAIN" }))
    })
    expect(await lookedUp()).toBe("EAI_AGAIN")
  })

  it("never leads on by one of several answers", async () => {
    const answers = fc.array(fc.constantFrom(...PRIVATE, ...PUBLIC), { minLength: 1 })
    await fc.assert(
      fc.asyncProperty(answers, fc.boolean(), async (ips, all) => {
        leadsTo(...ips)
        const used = all ? ips : ips.slice(0, 1)
        const isRefused = (await lookedUp({ all })) === "ENOTFOUND"
        expect(isRefused).toBe(used.some((ip) => PRIVATE.includes(ip)))
      })
    )
  })

  it("gets no connection from a client of the dashboard's address, and nothing was sent", async () => {
    let connections = 0
    const server = net.createServer((socket) => (connections++, socket.destroy()))
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    leadsTo("127.0.0.1")
    const baseUrl = `https://service.example:${(server.address() as AddressInfo).port}/v1`
    const error = await failure(client(baseUrl, { network: "public" }).createPaymentIntent(request))
    expect(error.message).toContain("No payment was created")
    expect(connections).toBe(0)
    server.close()
  })
})
