import { Markup, markup } from "../base/markup"
import { methodName, money, shopUrl, type Visit } from "./visit"

const icon = (path: string, animation = "") =>
  new Markup(
    `<svg class="${animation}" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${path}</svg>`
  )

const ICONS = {
  phone: icon('<rect x="7" y="2" width="10" height="20" rx="2"/><path d="M11 18h2"/>', "ring"),
  clock: icon('<circle cx="12" cy="12" r="9"/><path d="M12 7v5l3 2"/>'),
  spinner: icon('<path d="M12 3a9 9 0 1 0 9 9"/>', "spin"),
  check: icon('<path d="m5 13 4 4L19 7"/>'),
  cross: icon('<path d="M6 6l12 12M18 6 6 18"/>'),
  minus: icon('<path d="M6 12h12"/>'),
}

/** Where in the checkout an intent is. A waiting page moves on when it changes. */
export type Step = "form" | "phone" | "left" | "finishing" | "merchant" | "final"

export function stepOf({ intent }: Visit): Step {
  if (intent.status === "requires_action") return "form"
  if (intent.status !== "processing") return "final"
  if (intent.awaitsMerchant) return "merchant"
  if (intent.pending) return "finishing"
  return intent.leftWaiting ? "left" : "phone"
}

interface StateView {
  picture: Markup
  title: string
  hint: string
  look?: string
}

/** What a page without the form says; its title is also the title of the document, so that screen readers hear the change. */
export function stateView(visit: Visit): StateView {
  const { texts, intent } = visit
  switch (intent.status) {
    case "succeeded":
      return { picture: ICONS.check, title: texts.succeededTitle, hint: texts.succeededHint }
    case "failed":
      return { look: "bad", picture: ICONS.cross, title: texts.failedTitle, hint: texts.failedHint }
    case "canceled":
      return { look: "off", picture: ICONS.minus, title: texts.canceledTitle, hint: texts.canceledHint }
    case "processing":
    case "requires_action":
      break
  }
  switch (stepOf(visit)) {
    case "phone":
      return { picture: ICONS.phone, title: texts.waitingTitle, hint: texts.waitingHint }
    case "left":
      return { picture: ICONS.clock, title: texts.leftTitle, hint: texts.leftHint }
    case "merchant":
      return { picture: ICONS.spinner, title: texts.merchantTitle, hint: texts.merchantHint }
    default:
      return { picture: ICONS.spinner, title: texts.finishingTitle, hint: texts.finishingHint }
  }
}

export function waitingPage(visit: Visit): Markup {
  const { texts, intent } = visit
  const step = stepOf(visit)
  const amount = money(visit, intent.attempt?.amount ?? intent.amount)
  const { picture, title, hint } = stateView(visit)
  const sent = markup`<p class="strong" data-testid="sent-to">${methodName(visit)} ${texts.waitingSent} ${intent.attempt?.payer} · ${amount}</p>`
  return markup`<div class="state" role="status" aria-live="polite" data-testid="waiting" data-step="${step}"
data-poll="${visit.link("status")}" data-next="${visit.link(undefined, { back: "1" })}">
<div class="badge">${picture}</div><h1>${title}</h1>
${step === "phone" && intent.attempt && sent}<p>${hint}</p></div>
${step === "left" && backLink(visit, { look: "button plain" })}
${(step === "phone" || step === "left") && phoneControls(visit, step)}`
}

function phoneControls(visit: Visit, step: Step): Markup {
  const { texts } = visit
  const control = (outcome: string, label: string, look: string) =>
    markup`<button class="button ${look}" name="outcome" value="${outcome}" data-testid="${outcome}">${label}</button>`
  return markup`<form class="section sandbox" method="post" action="${visit.link("outcome")}" data-testid="sandbox-controls">
<span class="tag">${texts.sandbox}</span> <strong>${texts.simulator}</strong>
<div class="sandbox-controls">${control("confirm", texts.confirm, "")}${control("decline", texts.decline, "plain")}
${step === "phone" && control("wait", texts.wait, "quiet")}</div></form>`
}

/** How long a customer sees the result before the browser goes on to the shop. */
export const BACK_TO_SHOP_SECONDS = 5

function backLink(visit: Visit, { look, returning = false }: { look: string; returning?: boolean }): Markup {
  const { texts } = visit
  const url = shopUrl(visit.intent)
  if (!url) return markup`<p class="hint state">${texts.closePage}</p>`
  return markup`<div class="actions"><a class="${look}" href="${url}" data-testid="back-to-shop"${returning && markup` data-returns="${BACK_TO_SHOP_SECONDS}"`}>${texts.backToShop}</a></div>`
}

/** The receipt, or why there is none. `returning`: the browser goes on to the shop by itself. */
export function finalPage(visit: Visit, returning: boolean): Markup {
  const { texts, intent } = visit
  const { status } = intent
  const { look, picture, title, hint } = stateView(visit)
  return markup`<div class="state" role="status" data-testid="${status === "succeeded" ? "receipt" : "outcome"}" data-status="${status}">
<div class="badge ${look ?? ""}">${picture}</div><h1>${title}</h1><p>${hint}</p></div>
${status === "succeeded" && receipt(visit)}
${backLink(visit, { look: "button", returning })}
${returning && markup`<p class="hint state">${texts.backSoon}</p>`}`
}

function receipt(visit: Visit): Markup {
  const { texts, intent } = visit
  const row = (name: string, value: string) =>
    markup`<div class="row"><dt>${name}</dt><dd>${value}</dd></div>`
  return markup`<dl class="details">${row(texts.amount, money(visit, intent.attempt?.amount ?? intent.amount))}
${intent.attempt && row(texts.method, `${methodName(visit)} ${intent.attempt.payer}`)}
${row(texts.paymentReference, intent.payment_ref)}</dl>`
}
