import { PayCollectRateLimitedError, PayCollectUnavailableError } from "../../service/errors"
import { type VerifiedPayment } from "../../service"
import { ALONE, type Surroundings } from "../polling"
import { type Source } from "../source"
import { type Schedule } from "../schedule"
import { minorAmount } from "../../service/wire/shape"
import { intentRow } from "./rows"
import { type LedgerEvent } from "../ledger/history"
import { type IntentPatch } from "../ledger/ledger"
import { type IntentRow } from "../../modules/paycollect/models/intent"
import { type RecoverLost, Verifier } from "../verifier"

/** What the specs of the verifier ask about: a payment, its ledger, and a service that answers what a test says. */

export const NOW = 1_800_000_000_000
export const DEADLINE = NOW + 12_000
export const facts = { operation: "verify_payment", message: "no", requestId: "req_1" }
export const silence = new PayCollectUnavailableError(facts)
export const full = (more: object = {}) => new PayCollectRateLimitedError({ ...facts, ...more })
export const WAITING = { status: "requires_action" }
export const PAID = { status: "succeeded", amount: minorAmount("10000"), currency: "XAF" }
export const ago = (ms: number) => new Date(NOW - ms)

export interface Setup {
  /** half a minute old, due, and never asked about */
  row?: Partial<IntentRow>
  /** what each question is answered, or fails with; the last one stands */
  answers?: (Partial<VerifiedPayment> | Error)[]
  /** how long each answer takes */
  took?: number
  confirmed?: Error
  manual?: boolean
  hasKey?: boolean
  /** epoch ms; by default this question is the first one in vain */
  silentSince?: number
  /** whether the row can be claimed, try by try; the last one stands */
  leases?: boolean[]
  /** what another process made of the row, look by look; the last one stands, and null is a row that cannot be read */
  looks?: (Partial<IntentRow> | null)[]
  /** ids that the ledger has recorded for other payments, and those that another process records at this moment */
  ids?: { known?: string[]; meanwhile?: string[] }
  /** null: nobody counts those who wait */
  around?: Surroundings | null
  schedule?: Schedule
  /** the ledger cannot be written */
  broken?: Error
}

/** One payment; what was done about it is in `done`, in its order. */
export function payment({
  answers = [WAITING],
  leases = [true],
  looks = [{}],
  ids = {},
  around = ALONE,
  ...given
}: Setup = {}) {
  let row = intentRow({ created_at: ago(30_000), next_step_at: ago(0), ...given.row })
  const done: unknown[] = []
  const clock = {
    time: NOW,
    now: () => clock.time,
    sleep: (ms: number) => {
      done.push(["slept", ms])
      clock.time += ms
      return Promise.resolve()
    },
  }
  const next = <T>(list: T[]) => (list.length > 1 ? list.shift()! : list[0]!)
  const write =
    (kind: string) =>
    (
      _id: string,
      patch: IntentPatch,
      due: Date | null,
      told?: { event?: LedgerEvent; question?: IntentRow }
    ) => {
      if (given.broken) return Promise.reject(given.broken)
      const { id } = (patch.verified ?? {}) as { id?: string }
      if (kind === "paid" && ids.meanwhile?.includes(id!)) return Promise.resolve(null)
      done.push([kind, patch, due && due.getTime() - clock.time, told?.event])
      return Promise.resolve(
        (row = {
          ...row,
          ...patch,
          ...(kind === "paid" && { came: row.amount }),
          ...(told?.question && { verify_lease_until: null }),
        })
      )
    }
  const ledger = {
    answered: write("answered"),
    paid: write("paid"),
    claimToAsk: (_seen: IntentRow, { by }: Source, ms: number) => {
      if (!next(leases)) return Promise.resolve(null)
      done.push(["claimed", by, ms])
      const [asked_at, verify_lease_until] = [new Date(clock.time), new Date(clock.time + ms)]
      return Promise.resolve((row = { ...row, asked_at, verify_lease_until, asks: row.asks + 1 }))
    },
    notAsked: (_claimed: IntentRow, { asked_at, asks }: IntentRow, source: Source) => {
      done.push(["not asked", asked_at, asks, source.by])
      return Promise.resolve((row = { ...row, asked_at, asks, verify_lease_until: null }))
    },
    release: ({ id }: IntentRow, lease: string) => Promise.resolve(void done.push(["closed", id, lease])),
    byReference: () => {
      const look = next(looks)
      return Promise.resolve(look && (row = { ...row, ...look }))
    },
    isIdOfAnother: (_row: IntentRow, id: string) => {
      done.push(["looked up", id])
      return Promise.resolve(ids.known?.includes(id) ?? false)
    },
    confirmed: (_row: IntentRow, at: number) => {
      done.push(["confirmed money"])
      return Promise.resolve((row = { ...row, verified_at: new Date(at), verify_lease_until: null }))
    },
    reversedTo: (_row: IntentRow, gone: bigint) => {
      done.push(["reversed"])
      return Promise.resolve((row = { ...row, reversed: gone.toString() }))
    },
    scheduleBy: () => Promise.resolve(void done.push(["due"])),
    record: (_id: string, event: LedgerEvent) => Promise.resolve(void done.push(["recorded", event])),
    silentSince: () => Promise.resolve(given.silentSince ?? clock.time),
  }
  const client = {
    verifyPayment: (reference: string, call: object) => {
      done.push(["asked", reference, call])
      clock.time += given.took ?? 0
      const answer = next(answers)
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
    },
    confirmPaymentIntent: (id: string, call: object) => {
      done.push(["confirmed", id, call])
      return given.confirmed ? Promise.reject(given.confirmed) : Promise.resolve({})
    },
  }
  const active = {
    options: { confirmationMethod: given.manual ? "manual" : "automatic" },
    clientOrNull: (environment: string) =>
      given.hasKey !== false && environment === row.environment ? client : null,
  }
  const crowd = around && {
    surroundings: jest.fn(() => Promise.resolve(around)),
    note: ({ id }: IntentRow) => Promise.resolve(void done.push(["noted", id])),
    full: (ms: number) => void done.push(["full", ms]),
  }
  const verifier = new Verifier(
    ledger as never,
    { current: () => Promise.resolve(active) } as never,
    clock,
    given.schedule,
    (crowd ?? undefined) as never
  )
  return {
    crowd,
    done,
    clock,
    verifier,
    verify: (source: Source = { by: "status" }, deadline?: number, recoverLost?: RecoverLost) =>
      verifier.verify(row, source, deadline, recoverLost),
    row: () => row,
  }
}

export const claimed = (by: Source["by"] = "status") => ["claimed", by, 15_000]
/** What a signed event says, of which it is not known what it says. */
export const event = (at = NOW): Source => ({ by: "webhook", at, saysPaid: true })
export const asked = (more: object = {}) => [
  "asked",
  "cart_01-1",
  { deadline: DEADLINE, priority: "customer", retryPauseMs: Infinity, ...more },
]
export const NEWS = { retryPauseMs: 1_000 }
export const REPEATED = { priority: "repeat" }
export const unanswered = (reason: string, event?: object, due = 30_000) => [
  "answered",
  { outcome_reason: reason },
  due,
  event,
]
export const failed = (error: string, more: object = { request_id: "req_1" }) => ({
  type: "verify_failed",
  cause: "status",
  data: { error, ...more },
})
export const kinds = (done: unknown[]) => done.map((each) => (each as string[])[0])
/** Asked before, so many times and so long ago, and not begun to be paid. */
export const before = (ms: number, more: Partial<IntentRow> = {}): Partial<IntentRow> => ({
  asked_at: ago(ms),
  asks: 1,
  verified: { environment: "test", ...WAITING },
  outcome_reason: "requires_action",
  ...more,
})
