import { type Method, type MethodCode } from "../base/catalogue"
import { type Markup, markup } from "../base/markup"
import { type PayFault, TEST_CARDS } from "./pay"
import { type FieldName } from "./texts"
import { customerFee, money, totalToPay, type Visit } from "./visit"

const CARD = markup`<svg width="26" height="18" viewBox="0 0 26 18" aria-hidden="true"><rect width="26" height="18" rx="3" fill="#fff"/><rect y="4" width="26" height="4" fill="#1f2f4d"/><circle cx="17" cy="13" r="2.6" fill="#d8342b"/><circle cx="20.5" cy="13" r="2.6" fill="#f0a020"/></svg>`

const LOGOS: Record<MethodCode, string | Markup> = {
  mtn: "MTN",
  orange: "orange",
  moov: "moov",
  airtel: "airtel",
  mpesa: "M-PESA",
  card: CARD,
}

interface InputOptions {
  name: FieldName
  label: string
  /** More attributes of the input; written by us, never typed by a customer. */
  attributes: Markup
  hint?: string
  prefix?: string
}

export function payForm(visit: Visit, fault: PayFault | null): Markup {
  const { texts, methods } = visit
  if (methods.length === 0)
    return markup`<p class="alert" data-testid="no-method">${texts.noMethod}</p>${cancelForm(visit)}`
  const chosen = methods.some((method) => method.code === fault?.method) ? fault!.method : methods[0]!.code
  const input = inputOf(visit, fault)
  return markup`${fault && markup`<p class="alert" role="alert" data-testid="error">${texts.errorSummary}</p>`}
<form id="country-form" method="get" action="/checkout/${visit.intent.id}">${countryState(visit)}</form>
<form method="post" action="${visit.link("pay")}" novalidate>
<fieldset><legend>${texts.chooseMethod}</legend>
<div class="methods">${methods.map((method) => methodChoice(visit, method, chosen))}</div></fieldset>
${visit.country && mobileFields(visit, fault, input)}
${methods.some((method) => method.type === "card") && cardFields(visit, input)}
${visit.intent.request.collect_shipping_address && shippingFields(visit, input)}
<div class="actions"><button class="button" data-testid="pay">${payLabel(visit)}</button></div>
</form>
${cancelForm(visit)}`
}

function methodChoice(visit: Visit, method: Method, chosen: string): Markup {
  const fee = customerFee(visit.intent, method.type)
  return markup`<label class="method" data-testid="method-${method.code}">
<input type="radio" name="method" value="${method.code}"${method.code === chosen && markup` checked`}>
<span class="logo logo-${method.code}" aria-hidden="true">${LOGOS[method.code]}</span>
<span class="method-text"><span class="method-name">${method.name}</span>
${fee > 0n && markup`<span class="method-fee">+ ${money(visit, fee)}</span>`}</span></label>`
}

function payLabel(visit: Visit): Markup {
  const { intent, texts } = visit
  const label = (fee: bigint) => `${texts.pay} ${money(visit, totalToPay(visit, fee))}`
  if (intent.request.fee_bearer === "merchant") return markup`${label(0n)}`
  return markup`<span class="if-mobile">${label(customerFee(intent, "mobile_money"))}</span>
<span class="if-card">${label(customerFee(intent, "card"))}</span>`
}

/** The hidden fields of the GET form that changes the country. */
function countryState(visit: Visit): Markup[] {
  const parameters = new URL(visit.link(), "http://checkout").searchParams
  parameters.delete("country")
  return [...parameters].map(([name, value]) => markup`<input type="hidden" name="${name}" value="${value}">`)
}

type InputView = (options: InputOptions) => Markup

function inputOf(visit: Visit, fault: PayFault | null): InputView {
  return ({ name, label, attributes, hint, prefix }) => {
    const wrong = fault?.errors.includes(name) ?? false
    const notes = [hint && `${name}-hint`, wrong && `${name}-error`].filter(Boolean).join(" ")
    const value = fault?.values[name]
    const control = markup`<input id="${name}" name="${name}" data-testid="${name.replace("_", "-")}"${
      value !== undefined && markup` value="${value}"`
    }${wrong && markup` aria-invalid="true"`}${notes !== "" && markup` aria-describedby="${notes}"`} ${attributes}>`
    return markup`<div class="field"><label for="${name}">${label}</label>
${prefix ? markup`<div class="prefixed"><span>${prefix}</span>${control}</div>` : control}
${hint && markup`<p class="hint" id="${name}-hint">${hint}</p>`}
${wrong && markup`<p class="error" id="${name}-error">${visit.texts.errors[name]}</p>`}</div>`
  }
}

function mobileFields(visit: Visit, fault: PayFault | null, input: InputView): Markup {
  const { texts, country, countries, intent, locale } = visit
  const given = intent.request.phone ?? ""
  const local = given.startsWith(country!.dialCode) ? given.slice(country!.dialCode.length) : ""
  const prefilled = fault?.values.phone === undefined && local !== "" && markup`value="${local}"`
  const options = countries.map(
    (place) =>
      markup`<option value="${place.code}"${place === country && markup` selected`}>${place.names[locale]}</option>`
  )
  const choice = markup`<div class="field"><label for="country">${texts.country}</label>
<div class="inline"><select id="country" name="country" form="country-form" data-testid="country">${options}</select>
<button class="button plain small no-script" form="country-form">${texts.change}</button></div></div>`
  return markup`<div class="fields if-mobile">${countries.length > 1 && choice}
${input({
  name: "phone",
  label: texts.phone,
  hint: texts.phoneHint,
  prefix: `+${country!.dialCode}`,
  attributes: markup`type="tel" inputmode="tel" autocomplete="tel-national" ${prefilled}`,
})}</div>`
}

function cardFields(visit: Visit, input: InputView): Markup {
  const { texts } = visit
  const digits = markup`inputmode="numeric"`
  return markup`<div class="fields if-card">
${input({ name: "card_number", label: texts.cardNumber, attributes: markup`${digits} autocomplete="cc-number" placeholder="4242 4242 4242 4242"` })}
<div class="pair">${input({ name: "card_expiry", label: texts.cardExpiry, attributes: markup`${digits} autocomplete="cc-exp" maxlength="7"` })}
${input({ name: "card_cvc", label: texts.cardCvc, attributes: markup`${digits} autocomplete="cc-csc" maxlength="4"` })}</div>
${input({ name: "card_name", label: texts.cardName, attributes: markup`autocomplete="cc-name"` })}
${testCards(visit)}</div>`
}

function testCards({ texts, simulation, intent }: Visit): Markup {
  const year = new Date(simulation.now()).getUTCFullYear() + 2
  const holder = `${intent.request.firstname} ${intent.request.lastname}`
  const cards = TEST_CARDS.map(({ number, outcome }) => {
    const shown = number.replace(/(\d{4})(?=\d)/g, "$1 ")
    const fill = markup`data-card="${shown}" data-expiry="12/${year % 100}" data-name="${holder}"`
    const effect = outcome === "succeeded" ? texts.testCardPays : texts.testCardDeclines
    return markup`<li><span><code>${shown}</code> ${effect}</span>
<button type="button" class="button plain small needs-script" ${fill} aria-label="${texts.use} ${shown}">${texts.use}</button></li>`
  })
  return markup`<div class="sandbox"><span class="tag">${texts.sandbox}</span> <strong>${texts.testCards}</strong><ul>${cards}</ul></div>`
}

function shippingFields({ texts }: Visit, input: InputView): Markup {
  return markup`<fieldset class="section"><legend>${texts.shipping}</legend><div class="fields">
${input({ name: "ship_line1", label: texts.shippingLine1, attributes: markup`autocomplete="shipping street-address"` })}
${input({ name: "ship_city", label: texts.shippingCity, attributes: markup`autocomplete="shipping address-level2"` })}
${input({ name: "ship_country", label: texts.shippingCountry, attributes: markup`autocomplete="shipping country-name"` })}
</div></fieldset>`
}

function cancelForm(visit: Visit): Markup {
  return markup`<form method="post" action="${visit.link("cancel")}"><button class="button quiet" data-testid="cancel">${visit.texts.cancel}</button></form>`
}
