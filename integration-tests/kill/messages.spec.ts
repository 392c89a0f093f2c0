import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type MomentOfMessage } from "./support/server"
import { Shop } from "./support/shop"

jest.setTimeout(240_000)

const CUSTOMERS = 3
const ALL = { messages: { received: true, returned: true, receipt: true, channel: "email" } } as const
const MOMENTS: { dies: MomentOfMessage; arrive: number; outcome: string }[] = [
  { dies: "claim", arrive: CUSTOMERS - 1, outcome: "cut_off" },
  { dies: "mailed", arrive: CUSTOMERS, outcome: "cut_off" },
  { dies: "ended", arrive: CUSTOMERS, outcome: "sent" },
]

/** What a provider was given before a `kill -9` nobody can take back, so a message is taken first: one may be lost, none is sent twice. */
describe("a server killed with SIGKILL while it tells customers", () => {
  let shop: Shop
  const folder = mkdtempSync(join(tmpdir(), "paycollect-mails-"))
  const file = join(folder, "mails")

  beforeAll(async () => {
    process.env.PAYCOLLECT_SPEC_MAILS = file
    shop = await Shop.open()
  })
  afterEach(async () => await shop.server.kill())
  afterAll(async () => {
    await shop?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const recipients = () =>
    (existsSync(file) ? readFileSync(file, "utf8") : "")
      .split("\n")
      .filter(Boolean)
      .map((line) => (JSON.parse(line) as { to: string }).to)
  const bought = async (): Promise<string> => {
    const { cartId, reference } = await shop.atCheckout()
    shop.pay(reference)
    await shop.customer(cartId).comeBack(reference)
    const [cart] = await shop.rows<{ email: string }>("select email from cart where id = ?", [cartId])
    return cart!.email
  }

  it.each(MOMENTS)("right after `$dies` of the first message", async ({ dies, arrive, outcome }) => {
    shop.server = await shop.start()
    const customers: string[] = []
    while (customers.length < CUSTOMERS) customers.push(await bought())
    await shop.server.messages(ALL, dies)
    shop.server = await shop.start()
    const [first] = await shop.rows(
      "select outcome from paycollect_notice where kind = 'receipt' order by created_at desc limit 1"
    )
    expect(first).toEqual({ outcome })
    await shop.server.messages(ALL)
    await shop.server.messages(ALL)
    const told = recipients().filter((to) => customers.includes(to))
    expect(new Set(told).size).toBe(told.length)
    expect(told).toHaveLength(arrive)
  })
})
