import { startSandbox } from "../../src/sandbox"
import { Customer } from "../http/support/customer"
import { seededDatabase } from "./support/database"
import { Server } from "./support/server"

jest.setTimeout(300_000)
it("traces", async () => {
  const t = Date.now()
  const db = await seededDatabase()
  console.log("seeded", Date.now() - t)
  const service = await startSandbox({ rateLimits: false, outcomeDelayMs: 0 })
  const t2 = Date.now()
  const server = await Server.start({ databaseUrl: db.url, options: { test: { secretKey: service.testSecretKey, baseUrl: service.baseUrl }, backendUrl: "https://backend.paycollect.example", storefrontUrl: "https://shop.paycollect.example", reconcile: false } })
  console.log("booted", Date.now() - t2)
  const store = (api: unknown) => ({ api, db: db.knex, publishableKey: () => db.publishableKey, regionId: (c: string) => db.regions[c]! }) as never
  for (const road of ["complete", "return"] as const) {
    const t3 = Date.now()
    const guest = new Customer(store(server.api))
    await guest.fillCart()
    console.log("cart", Date.now() - t3)
    const g2 = new Customer(store(server.as({ name: "initiate" + road })))
    g2.cartId = guest.cartId
    const s = await g2.startPayment()
    console.log(await server.effects("initiate" + road))
    service.control.moveState(s.merchant_reference, "succeeded")
    const g3 = new Customer(store(server.as({ name: road })))
    g3.cartId = guest.cartId
    const a = road === "complete" ? await g3.complete() : await g3.comeBack(s.merchant_reference)
    console.log(a.status, a.data?.type, JSON.stringify(await server.effects(road), null, 1), Date.now() - t3)
    console.log(await guest.orders())
  }
  await server.kill()
  await service.close()
  await db.close()
})
