import { methodKind, textsFor } from "medusa-payment-paycollect-storefront"

/** A server component: the kit without React runs on the server as well. */
export default function Home() {
  return (
    <p>
      {textsFor("fr").waitingText} {methodKind("pp_paycollect_default")}
    </p>
  )
}
