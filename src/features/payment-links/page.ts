import { createHash } from "node:crypto"
import { type Support } from "../../settings/support"
import { type Offer, type OfferPrice } from "./offers"
import { MESSAGES } from "../../texts"
import { dateInLanguage, fillIn, type Language } from "../../texts/language"
import { contactOfShop, escapedHtml, htmlPage, moneyIn, type WrittenUnit } from "../written"

type LinkTexts = (typeof MESSAGES)["en"]["link"]

/** Why the page says something beside the state: what became of the last try, or of this one. */
export type LinkNotice = keyof LinkTexts["notices"]

/** Money that came, as its receipt shows it. Amounts in smallest units. */
export interface Receipt {
  number: string
  amount: string
  /** on top of it; null: none, or not known */
  fee: string | null
  paid_at: Date | null
  refunded: { part: "all" | "part"; amount: string; /** some of the fee, too */ hasFee?: boolean } | null
}

/** All that the page of a payment link says. */
export interface LinkPage {
  lang: Language
  shop: string | null
  kind: keyof LinkTexts["states"] | "payable"
  order?: WrittenUnit & { number: string }
  /** in smallest units */
  owed?: bigint
  firstName?: string
  lines?: { name: string; quantity: number; price?: bigint }[]
  /** below the lines; none of nothing */
  sums?: Partial<Record<"delivery" | "total" | "paid_already", bigint>>
  offers?: Offer[]
  /** with `open` as notice: payments that are open, which she may go on with */
  goOn?: Pick<Offer, "provider_id" | "kind">[]
  /** the order owes something else than when the link was sent */
  isChanged?: boolean
  expiresAt?: Date
  /** no money moves */
  isTest?: boolean
  notice?: LinkNotice
  receipts?: Receipt[]
  /** of the payment that is waited for */
  number?: string
  /** a fee comes on top of what is owed for it */
  isFeeOnTop?: boolean
  /** by which a payment that is waited for can be gone on with */
  retry?: Pick<Offer, "provider_id">
  /** where the page goes by itself while it waits, and after how many seconds */
  refresh?: { seconds: number; address: string }
  /** the shop's, of the IANA database */
  timeZone?: string
  /** how to reach the shop, as its settings say */
  support?: Support
  /** for a robot or a preview: title and amount only */
  isPreview?: boolean
}

const MOST_LINES = 20

const PAGE_STYLE = `:root{color-scheme:light dark;--bg:#f4f4f1;--card:#fff;--ink:#1b1b19;--soft:#595955;--line:#dcdcd7;--go:#0b5d3b;--on:#fff;--warn:#fdf1d8;--warnink:#5c3d00}
@media(prefers-color-scheme:dark){:root{--bg:#151514;--card:#20201e;--ink:#f1f1ee;--soft:#b4b4ae;--line:#3b3b38;--go:#7fdcb1;--on:#06281a;--warn:#3d2f10;--warnink:#ffe2a6}}
*{box-sizing:border-box}body{margin:0;background:var(--bg);color:var(--ink);font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
main{max-width:28rem;margin:0 auto;padding:1rem}.card{background:var(--card);border-radius:.75rem;padding:1.25rem;margin-top:1rem}
header{display:flex;justify-content:space-between;gap:1rem;align-items:baseline}header p{margin:0;font-weight:600}a{color:var(--go);overflow-wrap:anywhere}header a{padding:.5rem 0;white-space:nowrap}
h1{font-size:1.25rem;margin:0 0 .5rem}h2{font-size:1rem;margin:1.25rem 0 .25rem}.card>h2:first-child{margin-top:0}p{margin:.5rem 0}.sum{font-size:2rem;font-weight:700;line-height:1.2;margin:0}
.soft{color:var(--soft);font-size:.9rem}ul,dl{list-style:none;margin:0;padding:0}li,dl div{display:flex;justify-content:space-between;gap:1rem;padding:.4rem 0;border-bottom:1px solid var(--line)}
li span:last-child,dd{text-align:right;margin:0;overflow-wrap:normal}dl div{flex-wrap:wrap}dd{margin-left:auto}dt{color:var(--soft)}button{display:block;width:100%;margin-top:1rem;padding:.9rem 1rem;border:2px solid transparent;border-radius:.6rem;background:var(--go);color:var(--on);font:inherit;font-weight:700;text-align:center;cursor:pointer}
button:focus-visible,a:focus-visible{outline:3px solid var(--ink);outline-offset:2px}.quiet{background:transparent;color:var(--go);border-color:var(--go)}.note{border:1px solid transparent;background:var(--warn);color:var(--warnink);border-radius:.6rem;padding:.75rem 1rem;margin:1rem 0 0}`

/** The one style of the page, as its security policy names it. */
export const LINK_STYLE_HASH = `sha256-${createHash("sha256").update(PAGE_STYLE).digest("base64")}`

/** Of a page that waits alone: it looks again, and goes on only when there is something else to read, so that it takes no reader's place. */
const PAGE_SCRIPT = `{const{state,at,look}=document.documentElement.dataset,wait=()=>setTimeout(async()=>{try{const r=await fetch(at);if(r.status<500&&!(await r.text()).includes(\`data-state="\${state}"\`))return location.replace(r.url)}catch{}wait()},look*1e3);wait()}`
export const LINK_SCRIPT_HASH = `sha256-${createHash("sha256").update(PAGE_SCRIPT).digest("base64")}`

/** The page of a payment link: one request, no picture, a script only where it waits. Nothing that a visitor sent is in it. */
export function linkPage(page: LinkPage): string {
  const texts = textsOf(page)
  const shop = page.shop ?? texts.the_shop
  const [title, body] = page.isPreview ? previewOf(page, shop) : contentOf(page, shop)
  const { refresh, lang } = page
  const other = lang === "fr" ? "en" : "fr"
  const sameInOther = `?lang=${other}${page.notice === "open" ? "&amp;ask=1" : ""}`
  const content = refresh && `${refresh.seconds};url=${escapedHtml(refresh.address)}`
  const waits = refresh
    ? ` data-state="${page.kind}" data-look="${refresh.seconds}" data-at="${escapedHtml(refresh.address)}"`
    : ""
  const reload = refresh ? `<noscript><meta http-equiv="refresh" content="${content}"></noscript>` : ""
  const head = `<meta property="og:title" content="${escapedHtml(title)}"><meta property="og:type" content="website">${reload}`
  return htmlPage({
    lang,
    attributes: waits,
    title: escapedHtml(title),
    head,
    style: PAGE_STYLE,
    body: `<main><header><p>${escapedHtml(page.shop ?? "")}</p><a href="${sameInOther}" hreflang="${other}" lang="${other}">${texts.other_language}</a></header>
${body}${page.isPreview ? "" : shopContact(page)}</main>${refresh ? `<script>${PAGE_SCRIPT}</script>` : ""}`,
  })
}

function previewOf(page: LinkPage, shop: string): [title: string, body: string] {
  const texts = textsOf(page)
  const sum = page.owed === undefined ? null : moneyText(page, page.owed)
  const title = sum === null ? shop : fillIn(texts.title, { amount: sum, shop })
  return [title, card(`<h1>${escapedHtml(title)}</h1><p><a href="?open=1">${texts.open_page}</a></p>`)]
}

function contentOf(page: LinkPage, shop: string): [title: string, body: string] {
  const { kind, owed, receipts = [] } = page
  const texts = textsOf(page)
  if (kind === "payable")
    return [fillIn(texts.title, { amount: moneyText(page, owed!), shop }), payable(page, shop)]
  const { title, text: usual } = texts.states[kind]
  const isBack = receipts.length > 0 && receipts.every(({ refunded }) => refunded?.part === "all")
  const text = kind === "canceled" && isBack ? texts.canceled_refunded : usual
  const body = [
    orderSection(page),
    `<h1>${title}</h1><p>${text}</p>`,
    page.number
      ? pageFacts(
          [[texts.number, page.number]],
          owed === undefined ? [] : [[texts.to_pay, waitedText(page, owed)]]
        )
      : "",
    ...receipts.map((receipt) => receiptSection(page, receipt)),
    page.retry && kind === "longer" ? `<p>${texts.again_text}</p>` : "",
    page.retry ? form(page.retry, texts.again, { look: "quiet" }) : "",
  ]
  return [`${title} - ${shop}`, card(body.join(""))]
}

function payable(page: LinkPage, shop: string): string {
  const { lines = [], offers = [], receipts = [], owed, firstName, notice, isChanged, expiresAt } = page
  const texts = textsOf(page)
  const shownLines = lines
    .slice(0, MOST_LINES)
    .map(({ name, quantity, price }) =>
      price === undefined
        ? ([name, `×\u00A0${quantity}`] as const)
        : ([`${name} ×\u00A0${quantity}`, moneyText(page, price)] as const)
    )
  const sums = (["delivery", "total", "paid_already"] as const).flatMap((name) =>
    page.sums?.[name] ? [[texts[name], moneyText(page, page.sums[name])] as const] : []
  )
  const left = page.sums?.paid_already ? [[texts.to_pay, moneyText(page, owed!)] as const] : []
  const more = lines.length > MOST_LINES ? [[`+ ${lines.length - MOST_LINES}`, ""] as const] : []
  const date = expiresAt && dayOf(page, expiresAt)
  return [
    card(
      [
        firstName ? `<p>${escapedHtml(fillIn(texts.greeting, { name: firstName }))}</p>` : "",
        `<h1>${escapedHtml(fillIn(texts.asks, { shop }))}</h1><p class="sum">${escapedHtml(moneyText(page, owed!))}</p>`,
        orderSection(page),
        isChanged ? noteSection(texts.amount_changed) : "",
        notice ? noteSection(texts.notices[notice]) : "",
        page.isTest ? `<p class="note">${texts.test_mode}</p>` : "",
        ...buttonsOf(page, offers),
        `<p class="soft">${texts.secure}${date ? ` ${escapedHtml(fillIn(texts.until, { date }))}` : ""}</p>`,
      ].join("")
    ),
    methodsOf(page, offers),
    lines.length > 0
      ? card(`<h2>${texts.for}</h2>${definitionList([...shownLines, ...more, ...sums, ...left])}`)
      : "",
    ...receipts.map((receipt) => card(receiptSection(page, receipt))),
  ].join("")
}

/** Beside an open payment going on with that comes first, and each other way says that it is paid in spite of it. */
function buttonsOf(page: LinkPage, offers: Offer[]): string[] {
  const { notice, goOn = [] } = page
  const texts = textsOf(page)
  const anew = notice === "open"
  const others = offers.filter(({ provider_id }) => !goOn.some((open) => open.provider_id === provider_id))
  return [
    ...goOn.map((open) => form(open, texts.go_on[open.kind], { anew })),
    ...others.map((offer) => {
      if (offer.outside) return noteSection(outsideText(page, offer))
      const pay = fillIn(texts.pay[offer.kind], { price: shownPrice(page, offer.price) })
      return anew
        ? form(offer, fillIn(texts.pay_anew, { pay }), { look: "quiet", anew })
        : form(offer, pay, {})
    }),
  ]
}

/** Why it is no button: "Mobile money: up to 500,000 FCFA". */
function outsideText(page: LinkPage, { kind, outside }: Offer): string {
  const { ways, outside: texts, widest } = textsOf(page)
  const reason = fillIn(texts[outside!.is], { way: ways[kind], price: moneyText(page, outside!.bound) })
  return outside!.widest ? `${reason} ${widest}` : reason
}

/** A cart has no number. */
function orderSection(page: LinkPage): string {
  const { number } = page.order ?? {}
  return number ? `<p class="soft">${escapedHtml(fillIn(textsOf(page).order, { number }))}</p>` : ""
}

function methodsOf(page: LinkPage, offers: Offer[]): string {
  const texts = textsOf(page)
  const rows = offers
    .flatMap(({ methods }) => methods)
    .map(({ name, card_type, price }) => {
      const fee = price.total - page.owed!
      const cost =
        price.kind === "plus_fee" ? texts.fee_later : `${moneyText(page, price.total)}${feeText(page, fee)}`
      return [card_type ? `${name}, ${texts.cards[card_type]}` : name, cost] as const
    })
  return rows.length > 0 ? card(`<h2>${texts.methods}</h2>${definitionList(rows)}`) : ""
}

function receiptSection(page: LinkPage, { number, amount, fee, paid_at, refunded }: Receipt): string {
  const texts = textsOf(page)
  const sum = BigInt(amount) + BigInt(fee ?? "0")
  const withFee = feeText(page, BigInt(fee ?? "0"))
  const back =
    refunded && fillIn(texts.refunded[refunded.part], { amount: moneyText(page, BigInt(refunded.amount)) })
  return pageFacts(
    [[texts.paid, `${moneyText(page, sum)}${withFee}`]],
    [[texts.number, number]],
    paid_at ? [[texts.date, dayOf(page, paid_at)]] : []
  ).concat(back ? noteSection(withFee && !refunded!.hasFee ? `${back}. ${texts.refunded.fee}` : back) : "")
}

/** Breaks before it, not within. */
const feeText = (page: LinkPage, fee: bigint) =>
  fee > 0n ? ` (${textsOf(page).fee}\u00A0${moneyText(page, fee)})` : ""

const textsOf = ({ lang }: Pick<LinkPage, "lang">): LinkTexts => MESSAGES[lang].link

function shownPrice(page: LinkPage, { kind, total }: OfferPrice): string {
  const sum = moneyText(page, total)
  return kind === "exact" ? sum : fillIn(textsOf(page).price[kind], { price: sum })
}

const waitedText = (page: LinkPage, owed: bigint) =>
  page.isFeeOnTop
    ? fillIn(textsOf(page).price.plus_fee, { price: moneyText(page, owed) })
    : moneyText(page, owed)

function moneyText({ order, lang }: LinkPage, amount: bigint): string {
  return moneyIn(lang, order!, amount)
}

function dayOf({ lang, timeZone = "UTC" }: LinkPage, date: Date): string {
  return dateInLanguage(lang, timeZone, date)
}

function shopContact({ lang, support = {} }: LinkPage): string {
  const contact = contactOfShop(lang, support)
  return contact && card(contact)
}

const card = (content: string) => `<section class="card">${content}</section>\n`
const noteSection = (text: string) => `<p class="note" role="status">${escapedHtml(text)}</p>`
const definitionList = (rows: (readonly [string, string])[]) =>
  `<ul>${rows.map(([name, value]) => `<li><span>${escapedHtml(name)}</span><span>${escapedHtml(value)}</span></li>`).join("")}</ul>`

function pageFacts(...groups: (readonly [string, string])[][]): string {
  const rows = groups
    .flat()
    .map(([name, value]) => `<div><dt>${escapedHtml(name)}</dt><dd>${escapedHtml(value)}</dd></div>`)
  return `<dl>${rows.join("")}</dl>`
}

/**
 * To the address of the page itself, which is not in the page: a copy of it leads nowhere.
 * @param anew beside another payment, of which the page has told
 */
function form(
  { provider_id }: Pick<Offer, "provider_id">,
  text: string,
  { look, anew }: { look?: string; anew?: boolean }
): string {
  const style = look ? ` class="${look}"` : ""
  const hidden = anew ? `<input type="hidden" name="anew" value="1">` : ""
  return `<form method="post"><input type="hidden" name="provider_id" value="${escapedHtml(provider_id)}">${hidden}<button${style}>${escapedHtml(text)}</button></form>`
}
