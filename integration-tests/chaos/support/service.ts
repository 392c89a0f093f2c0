import {
  PayCollectAmbiguousError,
  PayCollectConflictError,
  PayCollectInvalidRequestError,
  PayCollectMalformedResponseError,
  PayCollectNotFoundError,
  PayCollectRateLimitedError,
  PayCollectUnavailableError,
} from "../../../src/service/errors"
import {
  type CallOptions,
  type CreatePaymentIntentRequest,
  type CreateRefundRequest,
  type PaymentIntent,
  type RefundReply,
  type VerifiedPayment,
} from "../../../src/service"
import { type PayCollectClient } from "../../../src/service/client"
import { type Environment } from "../../../src/service/config"
import { minorAmount } from "../../../src/service/wire/shape"
import { type OUTAGES } from "./actions"
import { type ServerClock, type ServerProcess, type VirtualClock } from "./process"
import { type Gate } from "./untrusted-visitor"

/** What can go wrong with one request, by operation. "lost_after" and "malformed": the service did it, and we cannot know. */
export const FAULTS = {
  create: ["refused", "rate_limited", "invalid", "lost_before", "slow", "lost_after", "malformed"],
  verify: ["refused", "rate_limited", "not_found", "malformed", "slow"],
  refund: ["refused", "switched_off", "declined", "lost_before", "lost_after", "pending"],
} as const
export type Operation = keyof typeof FAULTS
export type Fault = (typeof FAULTS)[Operation][number]

/** Answers to verify that are not the truth. */
export const LIES = {
  too_little: { amount: minorAmount("1") },
  too_much: { amount: minorAmount("50000") },
  other_currency: { currency: "USD" },
  no_amount: { amount: undefined },
  no_status: { status: undefined },
  strange_status: { status: "pending" },
  other_payment: { merchant_reference: "cart_of_somebody_else-1" },
} as const
export type Lie = keyof typeof LIES

/** What verify calls a payment of which nothing is left, by the service's own words or another one's (U-26). */
export const REVERSED_STATES = ["failed", "charged_back"] as const

export interface ServiceIntent {
  id: string
  payment_ref: string
  status: "requires_action" | "processing" | "succeeded" | "failed" | "canceled"
  environment: Environment
  body: CreatePaymentIntentRequest
  /** what verify answers instead of the truth */
  lie: Lie | null
  /** epoch ms */
  paidAt: number | null
  /** what went back without the shop, in smallest units, and the state that is shown when nothing is left */
  reversal: { amount: bigint; state: (typeof REVERSED_STATES)[number] }
  /** the most that ever was */
  mostReversed: bigint
}

export interface ServiceRefund {
  intent_id: string
  amount: bigint
  status: RefundReply["status"]
  /** how often it was asked for under this key: that the service keeps to one is not in its interface (U-14) */
  times: number
}

/**
 * The payment service without HTTP: what the client makes of the sandbox's answers and silences, at the speed that thousands of runs
 * need. The contract ring holds client and sandbox to the interface document.
 */
export class ServiceStandIn {
  readonly intents = new Map<string, ServiceIntent>()
  /** by idempotency key */
  readonly refunds = new Map<string, ServiceRefund>()
  /** payments about which something else than the truth was ever said, and the most that was said to have come */
  readonly liedAbout = new Map<string, bigint>()
  /** faults that struck and lies that were told, by name */
  readonly injected: Record<string, number> = {}
  /** what every request passes; null: the service allows any number */
  gate: Gate | null = null
  private readonly outages: (typeof OUTAGES)[number][] = []
  private faults: { operation: Operation; fault: Fault; times: number }[] = []

  constructor(
    private readonly clock: VirtualClock,
    private readonly traits: {
      /** "conflict": a used reference is refused even with the identical body (U-03) */
      reuse: "replay" | "conflict"
      subtractsRefunds: boolean
    }
  ) {}

  /** verify names what refunds have left of a payment */
  get subtracts(): boolean {
    return this.traits.subtractsRefunds
  }

  inject(operation: Operation, fault: Fault, times: number): void {
    this.faults.push({ operation, fault, times })
  }

  /** No question is answered, or each with what says nothing of the money, until the returned function is called. */
  goOut(says: (typeof OUTAGES)[number]): () => void {
    this.outages.push(says)
    return () => void this.outages.splice(this.outages.indexOf(says), 1)
  }

  lie(reference: string, lie: Lie): void {
    this.intents.get(reference)!.lie = lie
  }

  clearFaults(): void {
    this.faults = []
    this.outages.length = 0
  }

  tellTheTruth(): void {
    for (const intent of this.intents.values()) intent.lie = null
  }

  /** Money that arrived stays; a payment that failed may succeed all the same (the interface shows no transitions). */
  move(reference: string, status: ServiceIntent["status"]): void {
    const intent = this.intents.get(reference)
    if (!intent || intent.status === "succeeded") return
    const ended = intent.status === "failed" || intent.status === "canceled"
    if (ended && status !== "succeeded") return
    intent.status = status
    if (status === "succeeded") intent.paidAt = this.clock.now()
  }

  /** A chargeback, or a refund in the service's own dashboard. @param amount in smallest units; null: all that is left */
  reverse(reference: string, amount: bigint | null, state: ServiceIntent["reversal"]["state"]): boolean {
    const intent = this.intents.get(reference)
    if (intent?.status !== "succeeded") return false
    const left = this.leftOf(reference)
    if (left <= 0n || (amount !== null && amount > left)) return false
    intent.reversal = { amount: intent.reversal.amount + (amount ?? left), state }
    if (intent.reversal.amount > intent.mostReversed) intent.mostReversed = intent.reversal.amount
    return true
  }

  /** The shop was right after all. */
  winBack(reference: string): boolean {
    const intent = this.intents.get(reference)
    if (!intent || intent.reversal.amount === 0n) return false
    intent.reversal.amount = 0n
    return true
  }

  /** By refunds of the shop that were not refused, in smallest units. */
  refundedOf(reference: string): bigint {
    return [...this.refunds]
      .filter(([key, { status }]) => key.startsWith(`${reference}-`) && status !== "failed")
      .reduce((sum, [, { amount }]) => sum + amount, 0n)
  }

  /** What of the money is still there. */
  leftOf(reference: string): bigint {
    const { body, reversal } = this.intents.get(reference)!
    return BigInt(body.amount) - this.refundedOf(reference) - reversal.amount
  }

  clientOf({ process, clock, environment }: Caller & { clock: ServerClock }): PayCollectClient {
    // A deadline is by the clock of the server that sets it.
    const byRightClock = (call: CallOptions = {}) => ({
      ...call,
      ...(call.deadline !== undefined && { deadline: call.deadline - clock.ahead }),
    })
    type Called = "admitPaymentIntent" | "createPaymentIntent" | "verifyPayment" | "createRefund"
    const client: Pick<PayCollectClient, Called> = {
      admitPaymentIntent: async (body, call) => {
        await this.gate?.create(body.merchant_reference, byRightClock(call))
      },
      createPaymentIntent: async (body, call) => {
        if (!call?.admitted) await this.gate?.create(body.merchant_reference, byRightClock(call))
        return await this.create({ process, environment }, body)
      },
      verifyPayment: async (reference, call) => {
        await this.gate?.verify(reference, byRightClock(call))
        return await this.verify({ process, environment }, reference)
      },
      createRefund: (body, key) => this.refund(process, body, key),
    }
    return client as PayCollectClient
  }

  private async create(
    { process, environment }: Caller,
    body: CreatePaymentIntentRequest
  ): Promise<PaymentIntent> {
    const reference = body.merchant_reference
    const facts = { operation: "create_payment_intent", message: "injected" }
    const fault = await this.begin(process, "create")
    if (fault === "refused") throw new PayCollectUnavailableError(facts)
    if (fault === "rate_limited") throw new PayCollectRateLimitedError(facts)
    if (fault === "invalid") throw new PayCollectInvalidRequestError(facts)
    if (fault === "lost_before" || fault === "slow") throw new PayCollectAmbiguousError(facts)

    const known = this.intents.get(reference)
    if (known && (this.traits.reuse === "conflict" || JSON.stringify(known.body) !== JSON.stringify(body)))
      throw new PayCollectConflictError(facts)
    const number = this.intents.size + 1
    const intent: ServiceIntent = known ?? {
      id: `pi_${number}`,
      payment_ref: `PC${number}`,
      status: "requires_action",
      environment,
      body,
      lie: null,
      paidAt: null,
      reversal: { amount: 0n, state: "failed" },
      mostReversed: 0n,
    }
    this.intents.set(reference, intent)
    await process.pause("create processed, answer on its way")
    if (fault) throw new PayCollectAmbiguousError(facts)
    return {
      id: intent.id,
      status: intent.status,
      amount: minorAmount(intent.body.amount),
      currency: intent.body.currency ?? "XAF",
      payment_ref: intent.payment_ref,
      merchant_reference: reference,
      checkout_url: `https://checkout.service.example/${intent.id}`,
    } as PaymentIntent
  }

  private async verify({ process, environment }: Caller, reference: string): Promise<VerifiedPayment> {
    const facts = { operation: "verify_payment", message: "injected" }
    const fault = await this.begin(process, "verify")
    if (fault === "rate_limited") throw new PayCollectRateLimitedError(facts)
    if (fault === "malformed") throw new PayCollectMalformedResponseError(facts)
    if (fault === "not_found") throw new PayCollectNotFoundError(facts)
    if (fault) throw new PayCollectUnavailableError(facts)
    const intent = this.intents.get(reference)
    if (!intent || intent.environment !== environment) throw new PayCollectNotFoundError(facts)
    if (intent.lie) this.noteLie(reference, intent, intent.lie)
    const { amount: reversed, state } = intent.reversal
    const left = this.leftOf(reference) + (this.traits.subtractsRefunds ? 0n : this.refundedOf(reference))
    const isAllReversed = reversed > 0n && this.leftOf(reference) === 0n
    const isLate = this.outages[0] === "processing"
    const answer = {
      id: intent.id,
      status: isLate ? "processing" : isAllReversed ? state : intent.status,
      amount: minorAmount(left),
      currency: intent.body.currency,
      ...(intent.lie && LIES[intent.lie]),
    }
    await process.pause("verify answered, answer on its way")
    return answer
  }

  private async refund(
    process: ServerProcess,
    { transaction_id, amount, reason }: CreateRefundRequest,
    key: string
  ): Promise<RefundReply> {
    const facts = { operation: "create_refund", message: "injected" }
    const fault = await this.begin(process, "refund")
    if (fault === "refused") throw new PayCollectUnavailableError(facts)
    if (fault === "switched_off") throw new PayCollectNotFoundError(facts)
    if (fault === "lost_before") throw new PayCollectAmbiguousError(facts)
    const reference = [...this.intents].find(([, { id }]) => id === transaction_id)?.[0]
    const isTooMuch = !this.refunds.has(key) && BigInt(amount) > (reference ? this.leftOf(reference) : 0n)
    const declined = fault === "declined" || isTooMuch
    const status = declined ? "failed" : fault === "pending" ? "pending" : "succeeded"
    const made = this.refunds.get(key) ?? {
      intent_id: transaction_id,
      amount: BigInt(amount),
      status,
      times: 0,
    }
    made.times++
    this.refunds.set(key, made)
    await process.pause("refund processed, answer on its way")
    if (fault === "lost_after") throw new PayCollectAmbiguousError(facts)
    return { refund_id: `re_${key}`, amount: minorAmount(amount), reason, status: made.status } as RefundReply
  }

  private async begin(process: ServerProcess, operation: Operation): Promise<Fault | undefined> {
    await process.pause(`${operation} is sent`)
    if (operation === "verify" && this.outages.length > 0) {
      const [says] = this.outages
      this.count(`outage of days: ${says}`)
      return says === "nothing" ? "refused" : undefined
    }
    const index = this.faults.findIndex((entry) => entry.operation === operation)
    const hit = this.faults[index]
    if (!hit) return undefined
    if (--hit.times === 0) this.faults.splice(index, 1)
    this.count(`fault ${operation}: ${hit.fault}`)
    if (hit.fault === "slow") await this.clock.sleep(8_000)
    return hit.fault
  }

  /** The most that may go back of a payment, by all that was ever said of it. */
  saidToHaveCome(reference: string): bigint {
    const truth = BigInt(this.intents.get(reference)?.body.amount ?? 0)
    const said = this.liedAbout.get(reference) ?? 0n
    return said > truth ? said : truth
  }

  private noteLie(reference: string, { body }: ServiceIntent, lie: Lie): void {
    this.count(`lie: ${lie}`)
    const { amount = body.amount } = LIES[lie] as { amount?: string }
    const before = this.liedAbout.get(reference) ?? 0n
    this.liedAbout.set(reference, BigInt(amount) > before ? BigInt(amount) : before)
  }

  private count(name: string): void {
    this.injected[name] = (this.injected[name] ?? 0) + 1
  }
}

interface Caller {
  process: ServerProcess
  environment: Environment
}
