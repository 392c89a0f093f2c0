import { z } from "zod"
import {
  ApiError,
  html,
  invalidRequest,
  notFound,
  ok,
  refuseRequest,
  type Reply,
  seeOther,
} from "../base/reply"
import { newRequestId } from "../base/ids"
import { type Exchange, isForm, parseJson, readBody, send } from "../http/message"
import { matchAddress, validate } from "../http/input"
import { EVENT_TYPES } from "../state/event"
import { type Variant, VARIANT_CHOICES } from "../state/variant"
import { type FaultSpec } from "../state/fault"
import { INTENT_STATUSES } from "../state/intent"
import { OPERATIONS } from "../state/options"
import { type SandboxControl, UnknownIntentError } from "./control"
import { controlPanel } from "./panel"

interface ControlCall {
  control: SandboxControl
  ref: string
  query: Record<string, string>
  body: unknown
}

type Handler = (call: ControlCall) => Reply | Promise<Reply>

const environment = z.enum(["test", "live"]).optional()
const intentFilter = z.strictObject({ environment, status: z.enum(INTENT_STATUSES).optional() })
const requestFilter = z.strictObject({
  environment,
  operation: z.enum(OPERATIONS).optional(),
  reference: z.string().optional(),
})
/** Form posts carry strings only, hence the string of `force`. */
const flag = z
  .union([z.boolean(), z.enum(["true", "false"]).transform((value) => value === "true")])
  .optional()
const stateChange = z.strictObject({ status: z.enum(INTENT_STATUSES), force: flag, webhook: flag })
const reversal = z.strictObject({
  amount: z
    .string()
    .regex(/^[1-9]\d{0,29}$/)
    .optional(),
  status: z
    .string()
    .regex(/^[a-z_]{1,40}$/)
    .optional(),
  webhook: flag,
})
const webhook = z.strictObject({
  eventType: z.enum(EVENT_TYPES).optional(),
  signature: z.enum(["valid", "forged", "none"]).optional(),
  data: z.record(z.string(), z.unknown()).optional(),
  url: z.url().optional(),
})

/** After what has nothing to say. */
const done = (_: void) => ok({ ok: true })

/** The control plane: everything of SandboxControl over HTTP. No credential, apart from /v1, never rate limited or logged. */
const ROUTES: Record<string, Handler> = {
  "GET /_control": ({ control }) => html(controlPanel(control)),
  "GET /_control/intents": ({ control, query }) =>
    ok({ intents: control.intents(validate(intentFilter, query)) }),
  "GET /_control/intents/:ref": ({ control, ref }) => {
    const intent = control.intent(ref)
    if (!intent) throw new UnknownIntentError()
    return ok({ intent })
  },
  "POST /_control/intents/:ref/state": ({ control, ref, body }) => {
    const { status, ...options } = validate(stateChange, body)
    return ok({ intent: control.moveState(ref, status, options) })
  },
  "POST /_control/intents/:ref/reversal": ({ control, ref, body }) =>
    ok({ intent: control.reverse(ref, validate(reversal, body ?? {})) }),
  "POST /_control/intents/:ref/verify-override": ({ control, ref, body }) =>
    done(control.overrideVerify(ref, validate(z.record(z.string(), z.unknown()).optional(), body))),
  "POST /_control/intents/:ref/webhook": async ({ control, ref, body }) =>
    ok(await control.sendWebhook(ref, validate(webhook, body ?? {}))),
  "POST /_control/faults": ({ control, body }) => done(control.injectFault(body as FaultSpec)),
  "DELETE /_control/faults": ({ control }) => done(control.clearFaults()),
  "GET /_control/requests": ({ control, query }) =>
    ok({ requests: control.requests(validate(requestFilter, query)) }),
  "DELETE /_control/requests": ({ control }) => done(control.clearRequests()),
  "GET /_control/deliveries": ({ control }) => ok({ deliveries: control.deliveries() }),
  "POST /_control/webhook-url": ({ control, body }) =>
    done(control.setWebhookUrl(validate(z.strictObject({ url: z.url().nullable() }), body).url ?? undefined)),
  "POST /_control/deliveries/late": async ({ control }) => done(await control.deliverLate()),
  "GET /_control/variant": ({ control }) => ok({ variant: control.variant(), choices: VARIANT_CHOICES }),
  "POST /_control/variant": ({ control, body }) => ok({ variant: chooseVariant(control, body) }),
  "POST /_control/reset": ({ control }) => done(control.reset()),
}

/** @throws ApiError naming the trait or choice that does not exist */
function chooseVariant(control: SandboxControl, body: unknown): Variant {
  const choices = validate(z.record(z.string(), z.string()), body ?? {})
  try {
    return control.setVariant(choices)
  } catch (error) {
    throw invalidRequest("parameter_invalid", (error as RangeError).message)
  }
}

export async function serveControl(control: SandboxControl, exchange: Exchange): Promise<void> {
  const { request, response } = exchange
  try {
    const reply = await answer(control, exchange)
    // A button of the panel comes back to the panel; a program gets JSON.
    send(response, isForm(request) ? seeOther("/_control") : reply)
  } catch (error) {
    const refusal = asRefusal(error)
    send(response, { status: refusal.status, body: refusal.body(newRequestId()) })
  }
}

async function answer(control: SandboxControl, { request, path, query }: Exchange): Promise<Reply> {
  const text = await readBody(request)
  for (const [address, handle] of Object.entries(ROUTES)) {
    const params = matchAddress(address, request.method, path)
    if (!params) continue
    const body = isForm(request) ? Object.fromEntries(new URLSearchParams(text)) : parseJson(request, text)
    return handle({ control, ref: params.ref ?? "", query: Object.fromEntries(query), body })
  }
  throw notFound("control address")
}

function asRefusal(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof UnknownIntentError) return notFound("intent")
  if (error instanceof RangeError) return refuseRequest(409, { code: "intent_state", message: error.message })
  if (error instanceof z.ZodError) return invalidRequest("parameter_invalid", z.prettifyError(error))
  return new ApiError(500, { type: "api_error", code: "internal_error", message: "The sandbox failed" })
}
