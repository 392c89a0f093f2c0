import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import fc from "fast-check"
import { type Store } from "../../http/support/store"
import { build, caseOf, type Case, type Sent } from "./cases"
import { broken, NEWS_PAUSE_MS, Pace, VERIFY_PAUSE_MS } from "./rules"
import { TARGETS, type Target } from "./targets"
import { type Answer, type Wire } from "./wire"
import { type World } from "./world"

/** As `npm run fuzz -- --requests 5000 --seed 7 --target "GET /..." --path 3:0:1` says it. */
const { FUZZ_REQUESTS, FUZZ_SEED, FUZZ_TARGET, FUZZ_PATH } = process.env
const REQUESTS = Number(FUZZ_REQUESTS || 1_500)
const SEED = FUZZ_SEED ? Number(FUZZ_SEED) : Date.now() % 2_147_483_647

export const targets = FUZZ_TARGET ? TARGETS.filter(({ route }) => route === FUZZ_TARGET) : TARGETS
const share = Math.ceil(REQUESTS / targets.length)
/** A run that is long enough gets through to what the route does, or its inputs are no good. */
const LONG_ENOUGH = 100

interface Tally {
  sent: number
  statuses: Record<string, number>
  asked: number
  slowestMs: number
}

export class Fuzz {
  private readonly began = Date.now()
  private readonly tallies = new Map<string, Tally>()

  private readonly logged: unknown[] = []

  constructor(
    private readonly store: Store,
    private readonly wire: Wire
  ) {}

  /** The store's errors are judged here, and not printed: there are thousands, and most are right. */
  listen(): void {
    const logger = this.store.container().resolve(ContainerRegistrationKeys.LOGGER)
    jest.spyOn(logger, "error").mockImplementation((error: unknown) => void this.logged.push(error))
  }

  /** @throws Error with the smallest request that breaks a rule, what is broken, and the command that sends it again */
  async attack(target: Target, world: World): Promise<void> {
    const isNews = target.who === "service" || target.who === "admin"
    const pace = new Pace(isNews ? NEWS_PAUSE_MS : VERIFY_PAUSE_MS)
    const tally: Tally = { sent: 0, statuses: {}, asked: 0, slowestMs: 0 }
    this.tallies.set(target.route, tally)
    const property = fc.asyncProperty(caseOf(target), async (input) => {
      const sent = build(target, input, world)
      const faults = await this.exchange(target, { input, sent, world, pace, tally })
      if (faults.length > 0) throw new Error(faults.join("\n"))
    })
    const details = await fc.check(property, {
      seed: SEED,
      path: FUZZ_PATH || undefined,
      numRuns: share,
      endOnFailure: FUZZ_PATH !== undefined && FUZZ_PATH !== "",
    })
    if (details.failed) throw new Error(this.story(target, details as Failed, world))
    const got = Object.keys(tally.statuses).some((status) => /^[23]/.test(status))
    if (tally.sent >= (target.enough ?? LONG_ENOUGH) && !got && target.who !== "customer")
      throw new Error(`${tally.sent} requests, and none of them was taken: ${JSON.stringify(tally.statuses)}`)
  }

  private async exchange(
    target: Target,
    { input, sent, world, pace, tally }: { input: Case; sent: Sent; world: World; pace: Pace; tally: Tally }
  ): Promise<string[]> {
    const { control } = this.store.service
    const began = Date.now()
    let answer: Answer
    try {
      answer = await this.wire.send(sent)
    } catch (error) {
      // A connection that is cut is no answer, except while a body is sent that nobody wants to read.
      const isRefusedBody =
        (sent.body?.length ?? 0) > 64 * 1_024 && (error as { code?: string }).code !== undefined
      return isRefusedBody ? [] : [`no answer: ${(error as Error).message}`]
    }
    const asked = control.requests()
    control.clearRequests()
    const logged = this.logged.splice(0)
    tally.sent++
    tally.asked += asked.length
    tally.statuses[answer.status] = (tally.statuses[answer.status] ?? 0) + 1
    tally.slowestMs = Math.max(tally.slowestMs, Date.now() - began)
    return [...broken({ target, input, sent, answer, asked, logged, world }), ...pace.tooSoon(asked)]
  }

  private story(target: Target, details: Failed, world: World): string {
    const [input] = details.counterexample
    const { method, path, headers, body } = build(target, input, world)
    const shown = Object.entries(headers).map(([name, value]) => `${name}: ${value.slice(0, 200)}`)
    return [
      `${target.route}: ${details.errorInstance instanceof Error ? details.errorInstance.message : "failed"}`,
      `after ${details.numRuns} requests, made smaller ${details.numShrinks} times:`,
      "",
      `${method} ${path.slice(0, 500)}`,
      ...shown,
      ...(body ? ["", body.toString("utf8").slice(0, 500)] : []),
      "",
      JSON.stringify(input).slice(0, 2_000),
      `Repeat it with:  npm run fuzz -- --target "${target.route}" --requests ${share} --seed ${SEED} --path ${details.counterexamplePath}`,
    ].join("\n")
  }

  /** A table that fits into a document. */
  print(): void {
    const rows = [...this.tallies].map(([route, { sent, statuses, asked, slowestMs }]) => {
      const of = (kind: RegExp) =>
        Object.entries(statuses).reduce((sum, [status, times]) => sum + (kind.test(status) ? times : 0), 0)
      const cells = [of(/^2/), of(/^3/), of(/^4/), of(/^503/), of(/^5(?!03)/)]
      return `| \`${route}\` | ${[sent, ...cells, asked, slowestMs].join(" | ")} |`
    })
    const sent = [...this.tallies.values()].reduce((sum, tally) => sum + tally.sent, 0)
    const seconds = ((Date.now() - this.began) / 1_000).toFixed(0)
    const head =
      "| route | requests | 2xx | 3xx | 4xx | 503 | other 5xx | asked of the service | slowest, ms |"
    const lines = [
      `${sent} requests in ${seconds} s, seed ${SEED}`,
      "",
      head,
      "| --- |" + " ---: |".repeat(8),
    ]
    process.stdout.write(`${[...lines, ...rows].join("\n")}\n`)
  }
}

type Failed = fc.RunDetailsFailureProperty<[Case]>
