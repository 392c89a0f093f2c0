import { Auth, Client, Store } from "@medusajs/js-sdk"
import type { ShopConfig } from "./config"

/** What a shop needs of Medusa's SDK: `new Medusa()` brings the dashboard's routes along, 7 kB that no customer should wait for. */
export function createSdk({ backendUrl, publishableKey }: ShopConfig) {
  const options = { baseUrl: backendUrl, publishableKey }
  const client = new Client(options)
  return { client, store: new Store(client), auth: new Auth(client, options) }
}

export type Sdk = ReturnType<typeof createSdk>
