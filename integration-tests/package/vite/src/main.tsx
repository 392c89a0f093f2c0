import Medusa from "@medusajs/js-sdk"
import {
  FeeLine,
  PayCollectProvider,
  PaymentMethodPicker,
  usePayCollectPayment,
  usePaymentMethods,
} from "medusa-payment-paycollect-storefront/react"
import { PaymentWaiting } from "medusa-payment-paycollect-storefront/react/waiting"
import { StrictMode, useState } from "react"
import { createRoot } from "react-dom/client"

/** The blocks of the documents, written beside this file before the build: every one has to compile and to bundle. */
const documented = import.meta.glob("./docs/**/*.{ts,tsx}")

/** An instance of the js-sdk is the client: its type has to fit without a cast. */
const sdk = new Medusa({ baseUrl: "http://localhost:9000", publishableKey: "pk_..." })

function Checkout({ cartId, regionId }: { cartId: string; regionId: string }) {
  const [chosen, setChosen] = useState<string | null>(null)
  const { methods, error, reload } = usePaymentMethods({ regionId, countryCode: "cm", cartId })
  const payment = usePayCollectPayment({
    cartId,
    onOrder: (orderId) => location.assign(`/cm/order/${orderId}/confirmed`),
    onWaiting: () => location.assign(`/cm/checkout/waiting?cart_id=${cartId}&paycollect_status=waiting`),
  })
  return (
    <main>
      <PaymentMethodPicker methods={methods} value={chosen} onChange={setChosen} error={error?.message}>
        {(method) => <small>{method.kind}</small>}
      </PaymentMethodPicker>
      <FeeLine method={methods?.find((method) => method.providerId === chosen)} />
      <button disabled={!chosen || payment.busy} onClick={() => void payment.pay(chosen!)}>
        Pay
      </button>
      {error && <button onClick={reload}>Again</button>}
      {payment.error?.code}
      {Object.keys(documented).length}
    </main>
  )
}

createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <PayCollectProvider client={sdk} locale={navigator.language} texts={{ pay: "Pay now" }}>
      <Checkout cartId="cart_1" regionId="reg_1" />
      <PaymentWaiting onSucceeded={(orderId) => location.assign(`/cm/order/${orderId}/confirmed`)} />
    </PayCollectProvider>
  </StrictMode>
)
