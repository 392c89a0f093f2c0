import { metrics as api, trace, context } from "@medusajs/framework/opentelemetry/api"
import { metrics, node, tracing } from "@medusajs/framework/opentelemetry/sdk-node"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { type CallResult } from ".."
import { VERSION } from "../../version"
import {
  METRICS,
  paymentMoved,
  requested,
  requestRefused,
  running,
  advancing,
  watchReadings,
  type Readings,
} from "../telemetry"

const REFERENCE = "cart_01K-1"
const verified: CallResult = {
  operation: "verify_payment",
  method: "GET",
  rateClass: "standard",
  priority: "customer",
  status: 200,
  durationMs: 250,
  requestId: "req_1",
  outcome: "ok",
}
const now: Readings = {
  waiting: 4,
  due: 2,
  dueAge: 90,
  attention: 1,
  budgetUsed: [{ rateClass: "creation", priority: "create", places: 3 }],
  budgetLimits: { standard: 100, creation: 20 },
  breakers: { standard: true, look_up: false },
}

const spans = new tracing.InMemorySpanExporter()
const exported = new metrics.InMemoryMetricExporter(metrics.AggregationTemporality.CUMULATIVE)
const reader = new metrics.PeriodicExportingMetricReader({
  exporter: exported,
  exportIntervalMillis: 2 ** 30,
})

/** What the exporter got last: label sets and values by metric; of a histogram, count and sum. */
async function collected() {
  exported.reset()
  await reader.forceFlush()
  const [batch] = exported.getMetrics()
  const scopes = batch?.scopeMetrics ?? []
  expect(scopes.map(({ scope }) => scope)).toEqual([
    expect.objectContaining({ name: "medusa-payment-paycollect", version: VERSION }),
  ])
  return new Map(
    scopes[0]!.metrics.map(({ descriptor: { name, unit, description }, dataPoints }) => [
      name,
      {
        unit,
        description,
        points: dataPoints.map(({ attributes, value }) => [
          attributes,
          typeof value === "number" ? value : { count: value.count, sum: value.sum },
        ]),
      },
    ])
  )
}

describe("without an SDK", () => {
  it("everything is done as without watching, errors too", async () => {
    watchReadings(() => Promise.reject(new Error("nobody reads")))
    requested(verified, "test")
    paymentMoved("paid", "test")
    const result = { status: "waiting", reason: null }
    expect(await advancing({ reference: REFERENCE, cause: "job" }, () => Promise.resolve(result))).toBe(
      result
    )
    const broken = new Error("gone")
    await expect(running("reconcile", () => Promise.reject(broken))).rejects.toBe(broken)
  })

  it("a run that hangs for good ends after five minutes, so that Medusa begins the next one, and says so", async () => {
    jest.useFakeTimers()
    let ended: unknown
    const run = running("reconcile", () => new Promise(() => {})).catch((error: unknown) => (ended = error))
    await jest.advanceTimersByTimeAsync(5 * 60_000 - 1)
    expect(ended).toBeUndefined()
    await jest.advanceTimersByTimeAsync(1)
    await run
    jest.useRealTimers()
    expect(String(ended)).toMatch(/reconcile did not come to its end.*on record.*Restart this server/)
  })
})

describe("with an SDK that was started after the first use", () => {
  beforeAll(() => {
    const provider = new node.NodeTracerProvider({
      spanProcessors: [new tracing.SimpleSpanProcessor(spans)],
    })
    provider.register()
    api.setGlobalMeterProvider(new metrics.MeterProvider({ readers: [reader] }))
  })
  beforeEach(() => {
    spans.reset()
    watchReadings(() => Promise.resolve(now))
  })
  afterAll(() => {
    trace.disable()
    context.disable()
    api.disable()
  })

  it("records every metric that is documented, with unit and few labels, none of them a payment", async () => {
    requested(verified, "live")
    requested({ ...verified, status: undefined, requestId: undefined, outcome: "unavailable" }, "live")
    requestRefused("budget", "creation", "create")
    paymentMoved("started", "live")
    paymentMoved("paid", "live")
    paymentMoved("paid", "live")
    const applied = { status: "succeeded", reason: null }
    await advancing({ reference: REFERENCE, cause: "webhook" }, () => Promise.resolve(applied))
    await advancing({ reference: REFERENCE, cause: REFERENCE }, () => Promise.resolve(applied))
    await running("reconcile", () => Promise.resolve())

    const all = await collected()
    expect([...all.keys()].sort()).toEqual(Object.keys(METRICS).sort())
    for (const [name, { unit, description }] of Object.entries(METRICS))
      expect([name, all.get(name)]).toEqual([name, expect.objectContaining({ unit, description })])
    expect(JSON.stringify([...all])).not.toContain(REFERENCE)

    const of = (name: keyof typeof METRICS) => all.get(name)!.points
    const standard = {
      operation: "verify_payment",
      environment: "live",
      rate_class: "standard",
      priority: "customer",
    }
    expect(of("paycollect.request.duration")).toEqual([
      [
        { ...standard, outcome: "ok" },
        { count: 1, sum: 0.25 },
      ],
      [
        { ...standard, outcome: "unavailable" },
        { count: 1, sum: 0.25 },
      ],
    ])
    expect(of("paycollect.request.refused")).toEqual([
      [{ why: "budget", rate_class: "creation", priority: "create" }, 1],
    ])
    expect(of("paycollect.payment.transitions")).toEqual([
      [{ state: "started", environment: "live" }, 1],
      [{ state: "paid", environment: "live" }, 2],
    ])
    expect(of("paycollect.advance.duration").map(([labels]) => labels)).toEqual([
      { cause: "webhook", status: "succeeded" },
      { cause: "other", status: "succeeded" },
    ])
    expect(of("paycollect.job.duration").map(([labels]) => labels)).toEqual([
      { job: "reconcile", status: "done" },
    ])
    expect(of("paycollect.payment.waiting")).toEqual([[{}, 4]])
    expect(of("paycollect.payment.due")).toEqual([[{}, 2]])
    expect(of("paycollect.payment.due_age")).toEqual([[{}, 90]])
    expect(of("paycollect.attention.open")).toEqual([[{}, 1]])
    expect(of("paycollect.budget.used")).toEqual([[{ rate_class: "creation", priority: "create" }, 3]])
    expect(of("paycollect.budget.limit")).toEqual([
      [{ rate_class: "standard" }, 100],
      [{ rate_class: "creation" }, 20],
    ])
    expect(of("paycollect.breaker.open")).toEqual([
      [{ guards: "standard" }, 1],
      [{ guards: "look_up" }, 0],
    ])
  })

  it("goes on collecting while the database cannot be read", async () => {
    watchReadings(() => Promise.reject(new Error("no database")))
    expect((await reader.collect()).errors).toEqual([])
    paymentMoved("failed", "test")
    const { points } = (await collected()).get("paycollect.payment.transitions")!
    expect(points).toContainEqual([{ state: "failed", environment: "test" }, 1])
  })

  it("shows an advance with its requests below it, and how both ended", async () => {
    await advancing({ reference: REFERENCE, cause: "return" }, async () => {
      await Promise.resolve()
      requested({ ...verified, status: 503, outcome: "unavailable" }, "test")
      return { status: "waiting", reason: "no_answer" }
    })
    const [request, advance] = spans.getFinishedSpans()
    expect(advance).toMatchObject({
      name: "paycollect.advance",
      status: { code: 0 },
      attributes: {
        cause: "return",
        merchant_reference: REFERENCE,
        status: "waiting",
        reason: "no_answer",
      },
    })
    expect(request).toMatchObject({
      name: "paycollect.verify_payment",
      kind: 2,
      status: { code: 2 },
      parentSpanContext: { spanId: advance!.spanContext().spanId },
      attributes: {
        "http.request.method": "GET",
        "http.response.status_code": 503,
        "error.type": "unavailable",
        request_id: "req_1",
        priority: "customer",
        environment: "test",
      },
    })
    const [seconds = 0, nanoseconds = 0] = request!.duration
    expect(seconds + nanoseconds / 1e9).toBeCloseTo(0.25, 2)
  })

  it("says what kind of error ended an advance, and never its text", async () => {
    const error = new TypeError("insert into customer: +237670000002")
    const broken = advancing({ reference: REFERENCE, cause: "job" }, () => Promise.reject(error))
    await expect(broken).rejects.toBe(error)
    const [advance] = spans.getFinishedSpans()
    expect(advance!.status).toEqual({ code: 2 })
    expect(advance!.events).toEqual([])
    expect(advance!.attributes["error.type"]).toBe("TypeError")
    expect(JSON.stringify(advance!.attributes)).not.toContain("237")
  })
})

describe("what operators read about it", () => {
  const root = join(__dirname, "../../..")
  const read = (file: string) => readFileSync(join(root, file), "utf8")
  /** As Prometheus names them. */
  const exposed = Object.entries(METRICS).flatMap(([name, { kind, unit }]) => {
    const base = name.replaceAll(".", "_") + (unit === "s" ? "_seconds" : "")
    if (kind === "counter") return [`${base}_total`]
    return kind === "gauge" ? [base] : ["_bucket", "_count", "_sum"].map((end) => base + end)
  })

  it("lists every metric with its unit, and no other", () => {
    const rows = [
      ...read("docs/operations.md").matchAll(/^\| `(paycollect\.[\w.]+)` +\| \w+ +\| `([^`]+)` +\|/gm),
    ]
    expect(rows.map(([, name, unit]) => [name, unit]).sort()).toEqual(
      Object.entries(METRICS)
        .map(([name, { unit }]) => [name, unit])
        .sort()
    )
  })

  it.each(["docs/monitoring/dashboard.json", "docs/monitoring/alerts.yaml"])(
    "%s asks for none but these",
    (file) => {
      const named = [...new Set(read(file).match(/\bpaycollect_[a-z_]+/g))]
      expect(named.length).toBeGreaterThan(2)
      expect(named.filter((name) => !exposed.includes(name))).toEqual([])
    }
  )
})
