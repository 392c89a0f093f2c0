import { useState } from "react"
import type { Cart } from "../shop/cart-api"
import { useShop } from "../shop/context"
import {
  checkForm,
  focusFirst,
  initialForm,
  isSamePlace,
  toCartUpdate,
  usableAddresses,
  type CheckoutForm,
  type FormErrors,
} from "./form"
import { usePhoneCheck } from "./use-phone-check"

/** Who buys, and where it is delivered. */
export function useCheckoutForm(cart: Cart) {
  const { t, country, region, change, changeGoods, customer } = useShop()
  const sellsTo = (code: string) => region.countries?.some((one) => one.iso_2 === code) ?? false
  const saved = usableAddresses(customer.customer, sellsTo)
  const [typed, setTyped] = useState<CheckoutForm>(() => initialForm(cart, country, customer.customer, saved))
  const [errors, setErrors] = useState<FormErrors>({})
  const [keeps, setKeeps] = useState(false)
  const [typesPhone, setTypesPhone] = useState(false)
  const checkPhone = usePhoneCheck(typesPhone)
  // After a change of the region, the country that was chosen before is none of its.
  const form = sellsTo(typed.country_code) ? typed : { ...typed, country_code: country }
  const isNew = customer.customer !== null && !saved.some((one) => isSamePlace(one, form))

  const edit = (part: Partial<CheckoutForm>) => {
    setTyped((before) => ({ ...before, ...part }))
    setTypesPhone((before) => before || part.phone !== undefined)
    setErrors((before) => ({
      ...before,
      ...Object.fromEntries(Object.keys(part).map((name) => [name, undefined])),
    }))
    if (part.country_code && part.country_code !== form.country_code) {
      const shipping_address = { country_code: part.country_code }
      changeGoods((carts, id) => carts.update(id, { shipping_address })).then(
        // She rather waits for her payment: the form says what the cart says.
        (changed) => changed ?? setTyped(form),
        () => undefined
      )
    }
  }

  /** False when something is wrong: it is said beside its field, and the first one has the focus. */
  const check = (): boolean => {
    const wrong = checkForm(form, t, checkPhone)
    setErrors(wrong)
    focusFirst(wrong)
    return Object.keys(wrong).length === 0
  }

  /** Into the cart, with the delivery that a new address may have dropped. */
  const save = async (deliveryId: string) => {
    const updated = await change((carts, id) => carts.update(id, toCartUpdate(form)))
    if (updated.shipping_methods?.[0]?.shipping_option_id !== deliveryId) {
      await change((carts, id) => carts.setDelivery(id, deliveryId))
    }
    if (isNew && keeps) {
      await customer.keepAddress(toCartUpdate(form).shipping_address)
    }
  }

  return { form, errors, saved, checkPhone, edit, isNew, keeps, setKeeps, check, save }
}
