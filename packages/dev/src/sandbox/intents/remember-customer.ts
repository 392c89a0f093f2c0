import { newCustomerId } from "../base/ids"
import { type Intent } from "../state/intent"
import { type Simulation } from "../state/simulation"

/** A customer is made by the first payment that succeeds; the e-mail, else the phone, tells two of them apart. */
export function rememberCustomer(simulation: Simulation, intent: Intent): void {
  const { email = "", phone = "", firstname, lastname } = intent.request
  const { customers } = simulation.state[intent.environment]
  const name = email ? `email ${email.toLowerCase()}` : `phone ${phone}`
  const known = customers.get(name)
  const address = intent.shippingAddress ??
    known?.address ?? { line1: "", city: "", country: intent.attempt?.country ?? "CM" }
  customers.set(name, {
    id: known?.id ?? newCustomerId(),
    firstname,
    lastname,
    email,
    phone: phone || (known?.phone ?? ""),
    createdAt: known?.createdAt ?? simulation.now(),
    address,
  })
}
