import { type Markup, markup } from "../base/markup"
import { customerFee, money, totalToPay, type Visit } from "./visit"

/** More items than this are folded away, so that a phone shows the payment methods without scrolling far; later pages fold all. */
const OPEN_ITEMS = 3

/** Before a method is chosen the fee follows the choice by CSS alone; afterwards it is a fact. */
function byMethod(visit: Visit, view: (fee: bigint) => Markup): Markup {
  const { attempt, request } = visit.intent
  if (attempt) return view(attempt.fee)
  if (request.fee_bearer === "merchant") return view(0n)
  return markup`<div class="if-mobile">${view(customerFee(visit.intent, "mobile_money"))}</div>
<div class="if-card">${view(customerFee(visit.intent, "card"))}</div>`
}

function items(visit: Visit): Markup | null {
  const lines = visit.intent.request.items ?? []
  if (lines.length === 0) return null
  const rows = lines.map((line) => {
    const total = BigInt(line.price) * BigInt(line.quantity)
    const times = line.quantity > 1 && markup` <span class="times">× ${line.quantity}</span>`
    return markup`<li class="row"><span>${line.name}${times}</span><span>${money(visit, total)}</span></li>`
  })
  const isOpen = lines.length <= OPEN_ITEMS && visit.intent.status === "requires_action"
  return markup`<details class="order" data-testid="items"${isOpen && markup` open`}>
<summary>${visit.texts.items} (${lines.length})</summary>
<ul class="rows">${rows}</ul></details>`
}

const isPaid = ({ intent }: Visit) => intent.status === "succeeded"

function fees(visit: Visit, fee: bigint): Markup {
  const { texts, intent } = visit
  if (fee === 0n) return markup``
  return markup`<div class="order">
<div class="row"><span>${texts.amount}</span><span>${money(visit, intent.amount)}</span></div>
<div class="row"><span>${texts.fees}</span><span data-testid="fee">${money(visit, fee)}</span></div>
<div class="row total"><span>${isPaid(visit) ? texts.paid : texts.total}</span><span data-testid="total">${money(visit, totalToPay(visit, fee))}</span></div>
</div>`
}

/** Who is paid, what for and how much. */
export function summary(visit: Visit): Markup {
  const { intent, texts, simulation } = visit
  const amount = byMethod(
    visit,
    (fee) => markup`<p class="amount" data-testid="amount">${money(visit, totalToPay(visit, fee))}</p>`
  )
  return markup`<p class="merchant">${isPaid(visit) ? texts.paidTo : texts.payTo} <strong data-testid="merchant">${simulation.settings.merchantName}</strong></p>
${amount}
<p class="description" data-testid="description">${intent.request.description}</p>
${items(visit)}
${byMethod(visit, (fee) => fees(visit, fee))}
<p class="reference">${texts.reference} <span data-testid="reference">${intent.request.merchant_reference}</span></p>`
}
