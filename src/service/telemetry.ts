import { MINUTE_MS, within } from "./config"
import { errorName } from "./errors"
import {
  metrics,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type BatchObservableResult,
  type Meter,
  type MeterProvider,
  type Span,
} from "@medusajs/framework/opentelemetry/api"
import { type CallResult, type Environment, type Priority, type RateClass } from "."
import { VERSION } from "../version"

/**
 * What operators see of the plugin: spans and metrics by the OpenTelemetry API, which does nothing where no SDK runs. No label is of a
 * customer, a cart or a payment, and each has few values; a payment's reference stands in the span of its advance and nowhere else.
 */
const SCOPE = "medusa-payment-paycollect"

/** Every metric, as docs/operations.md lists them. Durations in seconds. */
export const METRICS = {
  "paycollect.payment.transitions": {
    kind: "counter",
    unit: "{payment}",
    description: "Payments that came to a state: started, paid, failed, discrepancy",
  },
  "paycollect.request.duration": {
    kind: "histogram",
    unit: "s",
    description: "Requests to the payment service, one attempt each",
  },
  "paycollect.request.refused": {
    kind: "counter",
    unit: "{request}",
    description: "Requests that were not sent: no room in the budget, or the breaker is open",
  },
  "paycollect.advance.duration": {
    kind: "histogram",
    unit: "s",
    description: "From the event, the return or the job to what became of the payment",
  },
  "paycollect.job.duration": { kind: "histogram", unit: "s", description: "One run of a job" },
  "paycollect.payment.waiting": {
    kind: "gauge",
    unit: "{payment}",
    description: "Payments that are not decided and will be asked about again",
  },
  "paycollect.payment.due": {
    kind: "gauge",
    unit: "{payment}",
    description: "Payments that the job should have looked at by now",
  },
  "paycollect.payment.due_age": {
    kind: "gauge",
    unit: "s",
    description: "How long the first of the payments that are due has waited",
  },
  "paycollect.attention.open": {
    kind: "gauge",
    unit: "{item}",
    description: "Open items of the list of what needs attention",
  },
  "paycollect.budget.used": {
    kind: "gauge",
    unit: "{request}",
    description: "Places of the request budget that are taken now, by all processes",
  },
  "paycollect.budget.limit": {
    kind: "gauge",
    unit: "{request}",
    description: "Places of the request budget per minute",
  },
  "paycollect.breaker.open": {
    kind: "gauge",
    unit: "{breaker}",
    description: "1 while this process leaves the service alone after failures",
  },
} as const

type MetricName<Kind> = {
  [N in keyof typeof METRICS]: (typeof METRICS)[N]["kind"] extends Kind ? N : never
}[keyof typeof METRICS]

/** What is so at this moment, read whenever the SDK collects. */
export interface Readings {
  waiting: number
  due: number
  /** seconds */
  dueAge: number
  attention: number
  budgetUsed: { rateClass: RateClass; priority: Priority; places: number }[]
  budgetLimits: Record<RateClass, number>
  /** by what each breaker guards; false: closed */
  breakers: Record<string, boolean>
}

/** Causes of an advance that the plugin itself has; a store may call the workflow with any other. */
const CAUSES = new Set(["return", "webhook", "job", "admin", "assign", "order", "search"])

let readGauges: (() => Promise<Readings>) | undefined
let made: { provider: MeterProvider; instruments: ReturnType<typeof instrumentsOf> } | undefined

/** Of the SDK that is registered now: one may come after the first use, and nothing is recorded before it. */
function instruments() {
  const provider = metrics.getMeterProvider()
  if (made?.provider !== provider)
    made = { provider, instruments: instrumentsOf(provider.getMeter(SCOPE, VERSION)) }
  return made.instruments
}

function instrumentsOf(meter: Meter) {
  const counter = (name: MetricName<"counter">) => meter.createCounter(name, METRICS[name])
  const seconds = (name: MetricName<"histogram">) => meter.createHistogram(name, METRICS[name])
  const gauge = (name: MetricName<"gauge">) => meter.createObservableGauge(name, METRICS[name])
  const gauges = {
    waiting: gauge("paycollect.payment.waiting"),
    due: gauge("paycollect.payment.due"),
    dueAge: gauge("paycollect.payment.due_age"),
    attention: gauge("paycollect.attention.open"),
    budgetUsed: gauge("paycollect.budget.used"),
    budgetLimit: gauge("paycollect.budget.limit"),
    breaker: gauge("paycollect.breaker.open"),
  }
  const observe = async (result: BatchObservableResult) => {
    // A database that is away, or was never migrated, is told by the health page: here there is nothing to read.
    const now = await readGauges?.().catch(() => undefined)
    if (!now) return
    result.observe(gauges.waiting, now.waiting)
    result.observe(gauges.due, now.due)
    result.observe(gauges.dueAge, now.dueAge)
    result.observe(gauges.attention, now.attention)
    for (const { rateClass, priority, places } of now.budgetUsed)
      result.observe(gauges.budgetUsed, places, { rate_class: rateClass, priority })
    for (const [rateClass, places] of Object.entries(now.budgetLimits))
      result.observe(gauges.budgetLimit, places, { rate_class: rateClass })
    for (const [guards, open] of Object.entries(now.breakers))
      result.observe(gauges.breaker, Number(open), { guards })
  }
  meter.addBatchObservableCallback(observe, Object.values(gauges))
  return {
    transitions: counter("paycollect.payment.transitions"),
    refused: counter("paycollect.request.refused"),
    request: seconds("paycollect.request.duration"),
    advance: seconds("paycollect.advance.duration"),
    job: seconds("paycollect.job.duration"),
  }
}

/** @param read called whenever the SDK collects; the last one given counts */
export function watchReadings(read: () => Promise<Readings>): void {
  readGauges = read
  instruments()
}

export function paymentMoved(
  to: "started" | "paid" | "failed" | "discrepancy",
  environment: Environment
): void {
  instruments().transitions.add(1, { state: to, environment })
}

export function requestRefused(why: "budget" | "breaker", rateClass: RateClass, priority: Priority): void {
  instruments().refused.add(1, { why, rate_class: rateClass, priority })
}

/** One attempt that ended just now. Its span is told afterwards, below whatever had it sent; nothing is added to what is sent. */
export function requested(result: CallResult, environment: Environment): void {
  const { operation, status, durationMs, outcome, rateClass, priority, method, requestId } = result
  const facts: Attributes = { operation, outcome, environment, rate_class: rateClass, priority }
  instruments().request.record(durationMs / 1_000, facts)
  const endTime = Date.now()
  const span = trace.getTracer(SCOPE, VERSION).startSpan(`paycollect.${operation}`, {
    kind: SpanKind.CLIENT,
    startTime: endTime - durationMs,
    attributes: {
      ...facts,
      "http.request.method": method,
      ...(status !== undefined && { "http.response.status_code": status }),
      ...(requestId !== undefined && { request_id: requestId }),
    },
  })
  if (outcome !== "ok") fail(span, outcome)
  span.end(endTime)
}

/** One look at one payment, whatever began it. */
export async function advancing<T extends { status: string; reason: string | null }>(
  { reference, cause }: { reference: string; cause: string },
  work: () => Promise<T>
): Promise<T> {
  const facts = { cause: CAUSES.has(cause) ? cause : "other" }
  return await timed(
    { name: "paycollect.advance", attributes: { ...facts, merchant_reference: reference } },
    async (span) => {
      const result = await work()
      const { status, reason } = result
      span.setAttributes({ status, ...(reason !== null && { reason }) })
      return { result, status }
    },
    (seconds, status) => instruments().advance.record(seconds, { ...facts, status })
  )
}

const HANGS =
  "did not come to its end in five minutes, as after an error of the database. What was paid is on record, and the next run goes on with it. Restart this server: it may have lost connections to its database."
/** Much longer than a run takes whose every question waits for its answer. */
const LONGEST_RUN_MS = 5 * MINUTE_MS

/**
 * One run of a job. Medusa begins no other before it ends, and work of core's may never do: what hangs must not end the job until the server is
 * started again.
 */
export async function running<T>(job: "reconcile" | "notify", work: () => Promise<T>): Promise<T> {
  return await timed(
    { name: `paycollect.${job}`, attributes: {} },
    async () => {
      const result = await within(LONGEST_RUN_MS, work)
      if (result === "unanswered") throw new Error(`paycollect: ${job} ${HANGS}`)
      return { result, status: "done" }
    },
    (seconds, status) => instruments().job.record(seconds, { job, status })
  )
}

async function timed<T>(
  { name, attributes }: { name: string; attributes: Attributes },
  work: (span: Span) => Promise<{ result: T; status: string }>,
  record: (seconds: number, status: string) => void
): Promise<T> {
  const began = performance.now()
  return await trace.getTracer(SCOPE, VERSION).startActiveSpan(name, { attributes }, async (span) => {
    let ended = "error"
    try {
      const { result, status } = await work(span)
      ended = status
      return result
    } catch (error) {
      fail(span, errorName(error))
      throw error
    } finally {
      record((performance.now() - began) / 1_000, ended)
      span.end()
    }
  })
}

/** By its kind only: the text of an error may quote a row with the customer's address. */
function fail(span: Span, type: string): void {
  span.setStatus({ code: SpanStatusCode.ERROR })
  span.setAttribute("error.type", type)
}
