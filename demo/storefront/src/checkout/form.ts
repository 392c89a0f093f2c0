import type { HttpTypes } from "@medusajs/types"
import type { Messages } from "../i18n"
import type { Cart } from "../shop/cart-api"

export interface CheckoutForm {
  email: string
  first_name: string
  last_name: string
  phone: string
  address_1: string
  city: string
  postal_code: string
  country_code: string
}

export type FormErrors = Partial<Record<keyof CheckoutForm, string>>

/** What the cart already knows, so that coming back from the payment page asks nothing twice. */
export function initialForm(
  cart: Cart,
  country: string,
  customer: HttpTypes.StoreCustomer | null
): CheckoutForm {
  const known = cart.shipping_address
  return {
    email: cart.email ?? customer?.email ?? "",
    first_name: known?.first_name ?? customer?.first_name ?? "",
    last_name: known?.last_name ?? customer?.last_name ?? "",
    phone: known?.phone ?? customer?.phone ?? "",
    address_1: known?.address_1 ?? "",
    city: known?.city ?? "",
    postal_code: known?.postal_code ?? "",
    country_code: known?.country_code ?? country,
  }
}

const REQUIRED = ["email", "first_name", "last_name", "phone", "address_1", "city"] as const
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const MIN_PHONE_DIGITS = 7

/** The store checks again; this only spares the customer a round trip. */
export function checkForm(form: CheckoutForm, t: Messages): FormErrors {
  const errors: FormErrors = {}
  for (const name of REQUIRED) {
    if (!form[name].trim()) {
      errors[name] = t.required
    }
  }
  if (!errors.email && !EMAIL.test(form.email.trim())) {
    errors.email = t.emailInvalid
  }
  if (!errors.phone && form.phone.replace(/\D/g, "").length < MIN_PHONE_DIGITS) {
    errors.phone = t.phoneInvalid
  }
  return errors
}

export function toCartUpdate({ email, ...address }: CheckoutForm): HttpTypes.StoreUpdateCart {
  const trimmed = Object.fromEntries(Object.entries(address).map(([name, value]) => [name, value.trim()]))
  return { email: email.trim(), shipping_address: trimmed, billing_address: trimmed }
}

export function focusFirst(errors: FormErrors): void {
  const order: (keyof CheckoutForm)[] = [...REQUIRED, "postal_code", "country_code"]
  const first = order.find((name) => errors[name])
  document.getElementById(`field-${first}`)?.focus()
}
