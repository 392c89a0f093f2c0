import type { ExecArgs } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import {
  createApiKeysWorkflow,
  createDefaultsWorkflow,
  createProductsWorkflow,
  createUserAccountWorkflow,
  linkSalesChannelsToApiKeyWorkflow,
} from "@medusajs/medusa/core-flows"

/**
 * What the installer of a plain Medusa app and its own script leave behind: an admin's login, a product with a price in euro, and the key of a
 * shop. Migrations run it once.
 */
export default async function oneProduct({ container }: Pick<ExecArgs, "container">) {
  const admin = { email: process.env.ADMIN_EMAIL!, password: process.env.ADMIN_PASSWORD! }
  const { authIdentity } = await container.resolve(Modules.AUTH).register("emailpass", { body: admin })
  await createUserAccountWorkflow(container).run({
    input: { authIdentityId: authIdentity!.id, userData: { email: admin.email } },
  })
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  await createDefaultsWorkflow(container).run()
  const { data: channels } = await query.graph({ entity: "sales_channel", fields: ["id"] })
  const channel = channels[0]!.id
  const { result: keys } = await createApiKeysWorkflow(container).run({
    input: { api_keys: [{ title: "shop", type: "publishable", created_by: "" }] },
  })
  await linkSalesChannelsToApiKeyWorkflow(container).run({ input: { id: keys[0]!.id, add: [channel] } })
  await createProductsWorkflow(container).run({
    input: {
      products: [
        {
          title: "Basket",
          status: "published",
          sales_channels: [{ id: channel }],
          options: [{ title: "Size", values: ["One"] }],
          variants: [
            {
              title: "One",
              options: { Size: "One" },
              manage_inventory: false,
              prices: [{ currency_code: "eur", amount: 7 }],
            },
          ],
        },
      ],
    },
  })
}
