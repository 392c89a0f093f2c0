import { createHmac } from "node:crypto"
import { MINUTE_MS, HOUR_MS, type Clock } from "../../service/config"
import { sendOwnEvent } from "../../service/own-event"
import { type SharedState } from "../../service/shared-state"
import { signatureHeaders, type Headers } from "../../service/webhook"
import { type Configuration } from "../../settings/configuration"
import { type AdminPayCollectHealthResponse, type PayCollectWebhookCheck } from "../../types/http"

type ShownRefusals = NonNullable<AdminPayCollectHealthResponse["health"]["webhook"]["refused"]>

/** As it is kept. */
export interface RefusedEvents extends ShownRefusals {
  /** the hour that is counted, and how many came in it */
  hour_at: string
  in_hour: number
  /** when an hour last had {@link OFTEN} of them */
  often_at: string | null
}

/** The last check, and a digest of what it was made with. */
interface KeptCheck {
  check: PayCollectWebhookCheck
  of: string
}

const REFUSED = "webhook_refused"
const CHECK = "webhook_check"
const WRITE_PAUSE_MS = 10_000
const OFTEN = 3
const MOST_HEADERS = 3
const HEADER_NAME = /^[a-z0-9-]{1,40}$/

/** How events are taken, and why none is believed: what was refused, and whether one that we send ourselves arrives. */
export class Webhooks {
  /** when an event is answered whose money is known by then and whose order is still being made, in milliseconds (U-08) */
  answerAfterMs = 500
  /** refused since the last write of this process, when that was, and the write that is to come */
  private waiting = { count: 0, at: 0, headers: [] as string[] }
  private writtenAt = -Infinity
  private toCome: NodeJS.Timeout | undefined
  private running: Promise<PayCollectWebhookCheck | null> | undefined

  constructor(
    private readonly configuration: Configuration,
    private readonly state: SharedState,
    private readonly clock: Clock
  ) {}

  /**
   * Any stranger can send such events: this is information, and costs one write in ten seconds whatever comes. What a burst holds beside its first one is
   * written at their end, also where nothing follows it.
   */
  async noteRefused(headers: Headers): Promise<void> {
    const now = this.clock.now()
    const named = signatureHeaders(headers).filter((name) => HEADER_NAME.test(name))
    this.waiting = { count: this.waiting.count + 1, at: now, headers: named.slice(0, MOST_HEADERS) }
    const pause = WRITE_PAUSE_MS - Math.abs(now - this.writtenAt)
    if (pause <= 0) return await this.writeRefused()
    this.toCome ??= setTimeout(() => void this.writeRefused().catch(() => undefined), pause).unref()
  }

  private async writeRefused(): Promise<void> {
    const { count: more, at: last, headers } = this.waiting
    clearTimeout(this.toCome)
    this.toCome = undefined
    this.writtenAt = this.clock.now()
    this.waiting.count = 0
    const before = await this.refused()
    const at = new Date(last).toISOString()
    const isSameHour = before && last - Date.parse(before.hour_at) < HOUR_MS
    const in_hour = (isSameHour ? before.in_hour : 0) + more
    const kept: RefusedEvents = {
      count: (before?.count ?? 0) + more,
      last_at: at,
      headers,
      hour_at: isSameHour ? before.hour_at : at,
      in_hour,
      often_at: in_hour >= OFTEN ? at : (before?.often_at ?? null),
    }
    await this.state.set(REFUSED, kept)
  }

  async refused(): Promise<RefusedEvents | null> {
    return await this.state.get<RefusedEvents>(REFUSED)
  }

  /** At most once a minute with the same address and secret; the answer of then is given again. @returns null without a public address or a webhook secret: nothing was sent */
  async check(): Promise<PayCollectWebhookCheck | null> {
    this.running ??= this.checkNow().finally(() => (this.running = undefined))
    return await this.running
  }

  private async checkNow(): Promise<PayCollectWebhookCheck | null> {
    const { options, environment, webhookSecrets } = await this.configuration.current()
    const secret = options[environment].webhookSecret?.[0] ?? webhookSecrets[0]
    if (!secret || !options.backendUrl) return null
    const now = this.clock.now()
    const webhook_url = `${options.backendUrl}/hooks/paycollect`
    const header = options.service.signatureHeader
    const of = createHmac("sha256", secret)
      .update(`${header ?? ""} ${webhook_url}`)
      .digest("hex")
    const last = await this.state.get<KeptCheck>(CHECK)
    const isSame = last?.of === of && Math.abs(now - Date.parse(last.check.checked_at)) < MINUTE_MS
    if (isSame) return last.check
    const result = await sendOwnEvent(webhook_url, { secret, header, now })
    const check = { result, webhook_url, checked_at: new Date(now).toISOString() }
    await this.state.set(CHECK, { check, of } satisfies KeptCheck)
    return check
  }
}
