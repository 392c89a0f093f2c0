import type { PaymentReturn } from "medusa-payment-paycollect-storefront"
import {
  FeeLine,
  PayLabel,
  PaymentMethodPicker,
  usePayCollectPayment,
  usePaymentMethods,
} from "medusa-payment-paycollect-storefront/react"
import { useState, type FormEvent } from "react"
import { Link, useNavigate } from "react-router-dom"
import { LockIcon } from "../components/icons"
import { OperatorBadges } from "../components/operator-badge"
import { Totals } from "../components/totals"
import type { Cart } from "../shop/cart-api"
import { useShop } from "../shop/context"
import { deliveryTaxRate } from "../shop/delivery-price"
import { orderPath, waitingPath } from "../shop/paths"
import { storage } from "../storage"
import { AddressFields } from "./address-fields"
import { DeliveryChoice } from "./choices"
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
import { distinctMethods } from "./methods"
import { PaymentError, PaymentNotices } from "./notices"
import { SummaryLines } from "./summary-lines"
import { useDeliveries } from "./use-deliveries"
import { usePhoneCheck } from "./use-phone-check"
import { useSettled } from "./use-settled"

interface ChoiceErrors {
  delivery?: string
  payment?: string
}

export function CheckoutForCart({ cart, returned }: { cart: Cart; returned: PaymentReturn | null }) {
  const { t, country, region, change, changeGoods, changing, customer, paymentTexts, refresh } = useShop()
  const navigate = useNavigate()
  const sellsTo = (code: string) => region.countries?.some((one) => one.iso_2 === code) ?? false
  const saved = usableAddresses(customer.customer, sellsTo)
  const [typed, setForm] = useState<CheckoutForm>(() => initialForm(cart, country, customer.customer, saved))
  const [keeps, setKeeps] = useState(false)
  const checkPhone = usePhoneCheck()
  // After a change of the region, the country that was chosen before is none of its.
  const form = sellsTo(typed.country_code) ? typed : { ...typed, country_code: country }
  const [errors, setErrors] = useState<FormErrors & ChoiceErrors>({})
  const deliveries = useDeliveries(cart)
  const { methods: listed, error: methodsFailed } = usePaymentMethods({
    regionId: cart.region_id,
    countryCode: cart.shipping_address?.country_code,
    cartId: cart.id,
    total: Number(cart.total),
  })
  const methods = listed && distinctMethods(listed)
  const payment = usePayCollectPayment({
    cartId: cart.id,
    onOrder: (orderId) => navigate(orderPath(country, orderId, cart.id), { replace: true }),
    onWaiting: () => navigate(waitingPath(country, cart.id)),
  })
  const [pickedMethod, setMethod] = useState(() => storage.get("method"))
  const [showFailed, setShowFailed] = useState(returned?.status === "failed")

  // Shown as chosen at once; the total follows when the store has answered.
  const [pickedDelivery, setDelivery] = useState<string | null>(null)
  const cartDelivery = cart.shipping_methods?.[0]?.shipping_option_id ?? null
  const wantedDelivery = pickedDelivery ?? cartDelivery
  // Another country may not know the delivery any more.
  const gone = deliveries.data?.every((one) => one.id !== wantedDelivery) ?? false
  const deliveryId = gone ? null : wantedDelivery
  const only = methods?.length === 1 ? methods[0] : undefined
  const method = methods?.find((one) => one.providerId === pickedMethod) ?? only ?? null
  const blocked = payment.status?.status === "attention"
  const settled = useSettled(payment.status !== null)

  const edit = (part: Partial<CheckoutForm>) => {
    setForm((before) => ({ ...before, ...part }))
    setErrors((before) => ({
      ...before,
      ...Object.fromEntries(Object.keys(part).map((name) => [name, undefined])),
    }))
    if (part.country_code && part.country_code !== form.country_code) {
      const shipping_address = { country_code: part.country_code }
      changeGoods((carts, id) => carts.update(id, { shipping_address })).then(
        // She rather waits for her payment: the form says what the cart says.
        (changed) => changed ?? setForm(form),
        () => undefined
      )
    }
  }

  const chooseDelivery = (optionId: string) => {
    setErrors((before) => ({ ...before, delivery: undefined }))
    setDelivery(optionId)
    changeGoods((carts, id) => carts.setDelivery(id, optionId)).then(
      (changed) => changed ?? setDelivery(null),
      () => {
        setDelivery(null)
        setErrors((before) => ({ ...before, delivery: t.loadFailed }))
      }
    )
  }

  const chooseMethod = (id: string) => {
    setErrors((before) => ({ ...before, payment: undefined }))
    storage.set("method", id)
    setMethod(id)
  }

  const isNew = customer.customer !== null && !saved.some((one) => isSamePlace(one, form))
  const save = async (optionId: string) => {
    const updated = await change((carts, id) => carts.update(id, toCartUpdate(form)))
    // A new address may have dropped the delivery.
    if (updated.shipping_methods?.[0]?.shipping_option_id !== optionId) {
      await change((carts, id) => carts.setDelivery(id, optionId))
    }
    if (isNew && keeps) {
      await customer.keepAddress(toCartUpdate(form).shipping_address)
    }
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const wrong = checkForm(form, t, checkPhone)
    const missing: ChoiceErrors = {
      ...(!deliveryId && { delivery: t.chooseDelivery }),
      ...(!method && { payment: t.choosePayment }),
    }
    setErrors({ ...wrong, ...missing })
    if (Object.keys(wrong).length > 0) {
      focusFirst(wrong)
    } else if (!deliveryId || !method) {
      const group = deliveryId ? "payment" : "delivery"
      document.querySelector<HTMLElement>(`#${group} input`)?.focus()
    } else {
      setShowFailed(false)
      const started = await payment.pay(method.providerId, () => save(deliveryId))
      if (!started) {
        // Perhaps it became an order in another tab meanwhile: then the page says so.
        void refresh(cart.id)
      }
    }
  }

  if (!settled) {
    return <div className="splash" aria-busy="true" />
  }
  return (
    <form className="columns" noValidate onSubmit={submit}>
      <div>
        <h1>{t.checkoutTitle}</h1>
        <PaymentNotices
          cartId={cart.id}
          payment={payment}
          waitingPath={waitingPath(country, cart.id)}
          failed={showFailed ? returned : null}
        />
        <AddressFields form={form} errors={errors} checkPhone={checkPhone} saved={saved} onChange={edit}>
          {isNew && (
            <label className="keep">
              <input
                type="checkbox"
                data-testid="keep-address"
                checked={keeps}
                onChange={(event) => setKeeps(event.target.checked)}
              />
              {t.keepAddress}
            </label>
          )}
        </AddressFields>
        <DeliveryChoice
          options={deliveries.data}
          taxRate={deliveryTaxRate(cart)}
          chosenId={deliveryId}
          onChoose={chooseDelivery}
          error={deliveries.failed ? t.loadFailed : errors.delivery}
        />
        <PaymentMethodPicker
          id="payment"
          className="block methods"
          methods={methods}
          value={method?.providerId ?? null}
          onChange={chooseMethod}
          error={methodsFailed ? t.loadFailed : errors.payment}
        >
          {(one) => <OperatorBadges {...one} />}
        </PaymentMethodPicker>
      </div>
      <aside className="summary" aria-label={t.summary}>
        <SummaryLines cart={cart} />
        <Totals amounts={cart} deliveryKnown={cartDelivery !== null} />
        <FeeLine method={method} className="fees" />
        <PaymentError error={payment.error} />
        <button
          className="button pay"
          data-testid="pay"
          disabled={payment.busy || blocked || changing}
          aria-busy={payment.busy || changing}
        >
          {payment.busy ? (
            paymentTexts.goingToCheckout
          ) : (
            <PayLabel
              methods={methods}
              value={method?.providerId ?? null}
              cart={{ total: cart.total, currencyCode: cart.currency_code }}
            />
          )}
        </button>
        <p className="faint secure">
          <LockIcon /> {t.securely}
        </p>
        <Link className="text-button" to={`/${country}/cart`}>
          {t.backToCart}
        </Link>
      </aside>
    </form>
  )
}
