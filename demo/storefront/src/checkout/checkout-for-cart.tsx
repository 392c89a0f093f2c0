import { useState, type FormEvent } from "react"
import { Notice } from "../components/feedback"
import { LockIcon } from "../components/icons"
import { Totals } from "../components/totals"
import { Link } from "../router"
import type { Cart } from "../shop/cart-api"
import { useShop } from "../shop/context"
import { waitingPath } from "../shop/paths"
import { storage } from "../storage"
import { AddressFields } from "./address-fields"
import { DeliveryChoice, MethodChoice } from "./choices"
import { checkForm, focusFirst, initialForm, type CheckoutForm, type FormErrors } from "./form"
import { useOpenPayment } from "./use-open-payment"
import { useOptions } from "./use-options"
import { usePay } from "./use-pay"

interface ChoiceErrors {
  delivery?: string
  payment?: string
}

export function CheckoutForCart({ cart, failed }: { cart: Cart; failed: boolean }) {
  const { t, price, country, change, changing, customer, paymentTexts } = useShop()
  const [form, setForm] = useState<CheckoutForm>(() => initialForm(cart, country, customer.customer))
  const [errors, setErrors] = useState<FormErrors & ChoiceErrors>({})
  const { deliveries, methods } = useOptions(cart)
  const [pickedMethod, setMethod] = useState(() => storage.get("method"))
  const { busy, error, pay, reset } = usePay(cart)
  const open = useOpenPayment(cart.id, reset)
  const [showFailed, setShowFailed] = useState(failed)

  // Shown as chosen at once; the total follows when the store has answered.
  const [pickedDelivery, setDelivery] = useState<string | null>(null)
  const cartDelivery = cart.shipping_methods?.[0]?.shipping_option_id ?? null
  const wantedDelivery = pickedDelivery ?? cartDelivery
  // Another country may not know the delivery any more.
  const gone = deliveries.data?.every((one) => one.id !== wantedDelivery) ?? false
  const deliveryId = gone ? null : wantedDelivery
  const only = methods.data?.length === 1 ? methods.data[0] : undefined
  const providerId = methods.data?.find((id) => id === pickedMethod) ?? only ?? null
  const blocked = open?.status === "attention"

  const edit = (part: Partial<CheckoutForm>) => {
    setForm((before) => ({ ...before, ...part }))
    setErrors((before) => ({
      ...before,
      ...Object.fromEntries(Object.keys(part).map((name) => [name, undefined])),
    }))
    if (part.country_code) {
      const shipping_address = { country_code: part.country_code }
      change((carts, id) => carts.update(id, { shipping_address })).catch(() => undefined)
    }
  }

  const chooseDelivery = (optionId: string) => {
    setErrors((before) => ({ ...before, delivery: undefined }))
    setDelivery(optionId)
    change((carts, id) => carts.setDelivery(id, optionId)).catch(() => {
      setDelivery(null)
      setErrors((before) => ({ ...before, delivery: t.loadFailed }))
    })
  }

  const chooseMethod = (id: string) => {
    setErrors((before) => ({ ...before, payment: undefined }))
    storage.set("method", id)
    setMethod(id)
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wrong = checkForm(form, t)
    const missing: ChoiceErrors = {
      ...(!deliveryId && { delivery: t.chooseDelivery }),
      ...(!providerId && { payment: t.choosePayment }),
    }
    setErrors({ ...wrong, ...missing })
    if (Object.keys(wrong).length > 0) {
      focusFirst(wrong)
    } else if (!deliveryId || !providerId) {
      const group = deliveryId ? "payment" : "delivery"
      document.querySelector<HTMLElement>(`#${group} input`)?.focus()
    } else {
      setShowFailed(false)
      void pay({ form, deliveryId, providerId })
    }
  }

  return (
    <form className="columns" noValidate onSubmit={submit}>
      <div>
        <h1>{t.checkoutTitle}</h1>
        {blocked && (
          <Notice kind="error" title={paymentTexts.attentionTitle} testId="payment-attention">
            <p>{paymentTexts.attentionText}</p>
          </Notice>
        )}
        {showFailed && !blocked && !error && (
          <Notice kind="error" title={paymentTexts.failedTitle} testId="payment-failed">
            <p>{paymentTexts.failedText}</p>
            <p>
              <a href="#payment">{t.toPayment}</a>
            </p>
          </Notice>
        )}
        {open?.status === "waiting" && !showFailed && !error && (
          <Notice kind="info" title={t.openPayment} testId="payment-open">
            <p className="notice-links">
              {open.checkoutUrl && <a href={open.checkoutUrl}>{paymentTexts.continuePayment}</a>}
              <Link href={waitingPath(country, cart.id)}>{paymentTexts.checkAgain}</Link>
            </p>
          </Notice>
        )}
        <AddressFields form={form} errors={errors} onChange={edit} />
        <DeliveryChoice
          options={deliveries.data}
          chosenId={deliveryId}
          onChoose={chooseDelivery}
          error={deliveries.failed ? t.loadFailed : errors.delivery}
        />
        <MethodChoice
          methods={methods.data}
          chosenId={providerId}
          onChoose={chooseMethod}
          error={methods.failed ? t.loadFailed : errors.payment}
        />
      </div>
      <aside className="summary">
        <Totals amounts={cart} deliveryKnown={cartDelivery !== null} />
        {error && (
          <Notice kind="error" title={error.text} testId="payment-error">
            {error.reason && <p>{error.reason}</p>}
          </Notice>
        )}
        <button
          className="button pay"
          data-testid="pay"
          disabled={busy || blocked || changing}
          aria-busy={busy || changing}
        >
          {busy ? paymentTexts.goingToCheckout : t.payAmount(price(Number(cart.total), cart.currency_code))}
        </button>
        <p className="faint secure">
          <LockIcon /> {t.securely}
        </p>
        <Link className="text-button" href={`/${country}/cart`}>
          {t.backToCart}
        </Link>
      </aside>
    </form>
  )
}
