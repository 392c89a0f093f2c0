import { type MedusaRequest, type MedusaResponse } from "@medusajs/framework/http"
import { kept, mailFile, type Mail } from "../../modules/mailbox/mails"

const SHOWN = 50

/** `GET /mails`: what the store sent to its merchant and its customers, newest first. The demo listens on this machine only, so there is no sign-in. */
export function GET(_req: MedusaRequest, res: MedusaResponse): void {
  const mails = kept(mailFile()).reverse().slice(0, SHOWN)
  res.setHeader("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'")
  res.setHeader("cache-control", "no-store")
  res.type("html").send(page(mails))
}

function page(mails: Mail[]): string {
  const list = mails.length > 0 ? mails.map(shown).join("") : "<p>No mail so far.</p>"
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mails of the demo</title>
<style>
  :root { color-scheme: light dark; }
  body { font: 15px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
  h1 { font-size: 1.4rem; margin: 0; }
  .intro { color: GrayText; margin: .25rem 0 1.5rem; }
  article { border: 1px solid color-mix(in srgb, CanvasText 20%, transparent); border-radius: 10px; margin: 0 0 1rem; overflow: hidden; }
  header { padding: .75rem 1rem; overflow-wrap: anywhere; }
  header h2 { font-size: 1rem; margin: 0; }
  header p { margin: 0; color: GrayText; font-size: .85rem; }
  iframe { display: block; width: 100%; height: 22rem; border: 0; background: #fff; color-scheme: light; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0; padding: .75rem 1rem; font-size: .8rem; }
  summary { cursor: pointer; padding: .5rem 1rem; font-size: .85rem; }
</style>
</head>
<body>
<h1>Mails</h1>
<p class="intro">What this store sent to its merchant and its customers. Nothing leaves this machine.</p>
<main>${list}</main>
</body>
</html>`
}

function shown({ at, to, channel, subject, text, html, data }: Mail): string {
  return `<article data-testid="mail">
<header><h2>${escaped(subject)}</h2><p>${escaped(channel)} to ${escaped(to)}, <time datetime="${escaped(at)}">${escaped(at)}</time></p></header>
<iframe sandbox title="${escaped(subject)}" srcdoc="${escaped(html)}"></iframe>
<details><summary>Plain text</summary><pre>${escaped(text)}</pre></details>
<details><summary>Data for templates</summary><pre>${escaped(JSON.stringify(data, null, 2))}</pre></details>
</article>`
}

const ESCAPES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
}
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign]!)
