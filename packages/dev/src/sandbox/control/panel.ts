import { type Markup, markup } from "../base/markup"
import { type RequestRecord } from "../state/records"
import { type SandboxControl } from "./control"
import { type IntentView } from "./intent-view"

const SHOWN = 50

/** GET /_control: the newest intents with buttons, and the newest requests. */
export function controlPanel(control: SandboxControl): string {
  const intents = control.intents().slice(-SHOWN).reverse()
  const requests = control.requests().slice(-SHOWN).reverse()
  return markup`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sandbox control</title><link rel="icon" href="data:,">
<style>body{font:15px/1.5 system-ui,sans-serif;margin:1.5rem;color:#12242b}h1{font-size:1.375rem}h2{font-size:1.125rem;margin-top:2rem}
.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.375rem .75rem .375rem 0;border-bottom:1px solid #d5dfdd;white-space:nowrap}
form{display:inline}button{font:inherit;padding:.25rem .625rem;margin-right:.25rem;cursor:pointer}code{font-size:.875rem}</style></head>
<body><h1>Sandbox control</h1>
<p><a href="/_control">Refresh</a> · <a href="/_control/intents">intents as JSON</a> · <a href="/_control/requests">requests as JSON</a></p>
<form method="post" action="/_control/reset"><button>Forget everything</button></form>
<h2>Payment intents</h2><div class="scroll"><table><thead><tr><th>Reference</th><th>Amount</th><th>Status</th><th>Environment</th><th>Actions</th></tr></thead>
<tbody>${intents.map(intentRow)}</tbody></table></div>
<h2>Requests</h2><div class="scroll"><table><thead><tr><th>Time</th><th>Operation</th><th>Status</th><th>Reference</th><th>Note</th></tr></thead>
<tbody>${requests.map(requestRow)}</tbody></table></div></body></html>`.text
}

function intentRow(intent: IntentView): Markup {
  const open = intent.status === "requires_action" || intent.status === "processing"
  const move = (status: string) => markup`<button name="status" value="${status}">${status}</button>`
  return markup`<tr><td><a href="${intent.checkout_url}">${intent.merchant_reference}</a></td>
<td>${intent.amount} ${intent.currency}</td><td>${intent.status}</td><td>${intent.environment}</td>
<td>${open && markup`<form method="post" action="/_control/intents/${intent.id}/state">${["succeeded", "failed", "canceled"].map(move)}</form>`}
${intent.status === "succeeded" && markup`<form method="post" action="/_control/intents/${intent.id}/reversal"><button>take back</button></form>`}
<form method="post" action="/_control/intents/${intent.id}/webhook"><button>send event</button></form></td></tr>`
}

function requestRow(record: RequestRecord): Markup {
  const note = [record.code, record.fault && `fault: ${record.fault}`, record.replayed && "replayed"].filter(
    Boolean
  )
  return markup`<tr><td>${new Date(record.at).toISOString()}</td><td title="${record.method} ${record.path}">${record.operation ?? record.path}</td>
<td>${record.status ?? "closed"}</td><td>${record.reference}</td><td>${note.join(", ")}</td></tr>`
}
