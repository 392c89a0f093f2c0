import { createHash } from "node:crypto"
import { Markup, markup } from "../base/markup"
import { html, type Reply } from "../base/reply"
import { type Locale } from "../state/options"
import { SCRIPT } from "./script"
import { STYLE } from "./style"
import { type Texts } from "./texts"

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`

/** Nothing comes from elsewhere, and only our own style and script run: a name or an item cannot smuggle any in. */
const HEADERS = {
  "content-security-policy": [
    "default-src 'none'",
    `style-src ${hashOf(STYLE)}`,
    `script-src ${hashOf(SCRIPT)}`,
    "connect-src 'self'",
    "form-action 'self'",
    "img-src data:",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  // The address holds the client secret: it must not travel on to the shop.
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex",
  vary: "accept-language",
}

const LOCK = markup`<svg width="16" height="16" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true"><rect x="4" y="11" width="16" height="10" rx="2"/><path d="M8 11V7a4 4 0 0 1 8 0v4"/></svg>`

export interface Page {
  locale: Locale
  texts: Texts
  title: string
  summary: Markup
  main: Markup
  /** Address of the same page in another language. */
  inLanguage(locale: Locale): string
  /** A timed reload for browsers without script, or the way back to the shop. */
  refresh?: { seconds: number; url: string } | null
  status?: number
}

function language(page: Page, locale: Locale, name: string): Markup {
  return markup`<a href="${page.inLanguage(locale)}" lang="${locale}" hreflang="${locale}" data-testid="lang-${locale}"${
    page.locale === locale && markup` aria-current="true"`
  }><span aria-hidden="true">${locale.toUpperCase()}</span><span class="visually-hidden">${name}</span></a>`
}

function refreshTag({ refresh }: Page): Markup | null {
  if (!refresh) return null
  return markup`<noscript><meta http-equiv="refresh" content="${refresh.seconds};url=${refresh.url}"></noscript>`
}

export function layout(page: Page): Reply {
  const { texts, locale } = page
  const document = markup`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="theme-color" content="#0d3b38">
<title>${page.title}</title>
<link rel="icon" href="data:,">
${refreshTag(page)}
<style>${new Markup(STYLE)}</style>
</head>
<body>
<div class="band" data-testid="sandbox-band"><strong>${texts.sandbox}</strong> – ${texts.sandboxBand}</div>
<div class="page">
<header class="summary"><div class="inner">
<div class="top"><span class="secure">${LOCK}${texts.secure}</span>
<nav class="languages" aria-label="${texts.language}">${language(page, "fr", "Français")}${language(page, "en", "English")}</nav></div>
${page.summary}
</div></header>
<main class="main"><div class="inner">
${page.main}
</div></main>
</div>
<script>${new Markup(SCRIPT)}</script>
</body>
</html>`
  return html(document.text, page.status ?? 200, { ...HEADERS, "content-language": locale })
}
