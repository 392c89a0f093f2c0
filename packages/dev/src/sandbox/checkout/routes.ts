import { sameText } from "../base/ids"
import { markup } from "../base/markup"
import { ok, type Reply, seeOther } from "../base/reply"
import { matchAddress } from "../http/input"
import { type Exchange, readBody, send } from "../http/message"
import { intentById } from "../intents/registry"
import { isFinal } from "../state/intent"
import { type Locale } from "../state/options"
import { type Simulation } from "../state/simulation"
import { layout } from "./layout"
import { cancel, decideOnPhone, pay, type PayFault } from "./pay"
import { payForm } from "./pay-form"
import { BACK_TO_SHOP_SECONDS, finalPage, stateView, stepOf, waitingPage } from "./state-pages"
import { summary } from "./summary"
import { chooseLocale, TEXTS } from "./texts"
import { createVisit, shopUrl, type Visit } from "./visit"

const RELOAD_SECONDS = 3

type Handler = (visit: Visit, sent: { form: URLSearchParams; query: URLSearchParams }) => Reply

const ROUTES: Record<string, Handler> = {
  "GET /checkout/:id": (visit, { query }) => page(visit, { returning: query.has("back") }),
  "GET /checkout/:id/status": (visit) => ok({ status: visit.intent.status, step: stepOf(visit) }),
  "POST /checkout/:id/pay": (visit, { form }) => {
    const fault = pay(visit, form)
    return fault ? page(visit, { fault }) : shown(visit)
  },
  "POST /checkout/:id/outcome": (visit, { form }) => {
    decideOnPhone(visit, form.get("outcome"))
    return shown(visit)
  },
  "POST /checkout/:id/cancel": (visit) => {
    cancel(visit)
    return shown(visit)
  },
}

/** Every post ends on a page of its own: a reload never posts again. */
function shown(visit: Visit): Reply {
  return seeOther(visit.link(undefined, isFinal(visit.intent.status) ? { back: "1" } : {}))
}

function page(
  visit: Visit,
  { fault = null, returning = false }: { fault?: PayFault | null; returning?: boolean }
): Reply {
  const { texts, locale, intent } = visit
  const step = stepOf(visit)
  const shop = shopUrl(intent)
  const goesBack = step === "final" && returning && shop !== null
  const reload = { seconds: RELOAD_SECONDS, url: visit.link(undefined, { back: "1" }) }
  const back = goesBack ? { seconds: BACK_TO_SHOP_SECONDS, url: shop } : null
  return layout({
    locale,
    texts,
    title: `${step === "form" ? texts.secure : stateView(visit).title} · ${visit.simulation.settings.merchantName}`,
    summary: summary(visit),
    main:
      step === "form"
        ? payForm(visit, fault)
        : step === "final"
          ? finalPage(visit, goesBack)
          : waitingPage(visit),
    inLanguage: (lang) => visit.link(undefined, { lang }),
    refresh: step === "form" ? null : step === "final" ? back : reload,
    status: fault ? 422 : 200,
  })
}

export async function serveCheckout(simulation: Simulation, exchange: Exchange): Promise<void> {
  const { request, response, path, query } = exchange
  const lang = query.get("lang")
  const locale = chooseLocale(lang, request.headers["accept-language"], simulation.settings.locale)
  const form = new URLSearchParams(await readBody(request))
  for (const [address, handle] of Object.entries(ROUTES)) {
    const params = matchAddress(address, request.method, path)
    const intent = params && findIntent(simulation, params.id!, query.get("client_secret") ?? "")
    if (!intent) continue
    const visit = createVisit(simulation, intent, { locale, lang, country: query.get("country") })
    return send(response, handle(visit, { form, query }))
  }
  send(response, missing(simulation, locale, path))
}

/** A wrong client secret and an unknown intent look the same. */
function findIntent(simulation: Simulation, id: string, clientSecret: string) {
  const { test, live } = simulation.state
  const intent = intentById(simulation, test, id) ?? intentById(simulation, live, id)
  return intent && sameText(intent.client_secret, clientSecret) ? intent : null
}

function missing(simulation: Simulation, locale: Locale, path: string): Reply {
  const texts = TEXTS[locale]
  return layout({
    locale,
    texts,
    title: texts.missingTitle,
    summary: markup`<p class="merchant"><strong>${simulation.settings.merchantName}</strong></p>`,
    main: markup`<div class="state" data-testid="missing"><h1>${texts.missingTitle}</h1><p>${texts.missingHint}</p></div>`,
    inLanguage: (lang) => `${path}?lang=${lang}`,
    status: 404,
  })
}
