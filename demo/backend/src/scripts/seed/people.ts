import {
  createCustomerAccountWorkflow,
  createCustomerAddressesWorkflow,
  createPromotionsWorkflow,
  createUserAccountWorkflow,
} from "@medusajs/medusa/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { find, findOne } from "./find"
import { admin, shopper } from "./markets"

async function register(
  container: MedusaContainer,
  body: { email: string; password: string }
): Promise<string> {
  const { authIdentity, error } = await container.resolve(Modules.AUTH).register("emailpass", {
    url: "",
    headers: {},
    query: {},
    protocol: "http",
    body,
  })
  if (!authIdentity) throw new Error(error ?? "the login was not registered")
  return authIdentity.id
}

export async function seedAdmin(container: MedusaContainer) {
  if (await findOne(container, "user", { email: admin.email })) return
  await createUserAccountWorkflow(container).run({
    input: {
      authIdentityId: await register(container, admin),
      userData: { email: admin.email, first_name: "Demo", last_name: "Merchant" },
    },
  })
}

export async function seedShopper(container: MedusaContainer) {
  const { email, password, address, ...name } = shopper
  if (await findOne(container, "customer", { email, has_account: true })) return
  const { result: customer } = await createCustomerAccountWorkflow(container).run({
    input: {
      authIdentityId: await register(container, { email, password }),
      customerData: { email, ...name },
    },
  })
  await createCustomerAddressesWorkflow(container).run({
    input: {
      addresses: [
        { ...address, ...name, customer_id: customer.id, address_name: "Home", is_default_shipping: true },
      ],
    },
  })
}

/** Ten percent in every currency, and a fixed amount, which is bound to one. */
export async function seedPromotions(container: MedusaContainer) {
  const known = await find<{ code: string }>(container, "promotion", { fields: ["code"] })
  const wanted = [
    { code: "BIENVENUE10", application_method: { type: "percentage" as const, value: 10 } },
    { code: "MERCI1000", application_method: { type: "fixed" as const, value: 1000, currency_code: "xaf" } },
  ]
  const missing = wanted.filter(({ code }) => !known.some((promotion) => promotion.code === code))
  if (!missing.length) return
  await createPromotionsWorkflow(container).run({
    input: {
      promotionsData: missing.map(({ code, application_method }) => ({
        code,
        type: "standard" as const,
        status: "active" as const,
        is_automatic: false,
        application_method: {
          ...application_method,
          target_type: "items" as const,
          allocation: "across" as const,
        },
      })),
    },
  })
}
