import {
  PayCollectAmbiguousError,
  PayCollectConflictError,
  PayCollectInvalidRequestError,
  PayCollectMalformedResponseError,
  PayCollectNotFoundError,
  PayCollectRateLimitedError,
  PayCollectUnavailableError,
  type CreatePaymentIntentRequest,
  type PayCollectClient,
  type PaymentIntent,
  type VerifiedPayment,
} from "../../../src/client"
import { minorAmount } from "../../../src/domain/money"
import { type ServerProcess, type VirtualClock } from "./process"

export const FAULTS = [
  "refused",
  "lost_before",
  "lost_after",
  "rate_limited",
  "not_found",
  "malformed",
  "invalid",
  "slow",
] as const
export type Fault = (typeof FAULTS)[number]

export const LIES = [
  { amount: minorAmount("1") },
  { currency: "EUR" },
  { amount: undefined },
  { status: undefined },
  { status: "pending" },
  { merchant_reference: "cart_of_somebody_else-1" },
] as const

export interface ServiceIntent {
  id: string
  payment_ref: string
  status: "requires_action" | "processing" | "succeeded" | "failed" | "canceled"
  body: CreatePaymentIntentRequest
  /** what verify answers instead of the truth */
  lie: Partial<VerifiedPayment> | null
}

/**
 * The payment service without HTTP: what the client makes of the sandbox's answers and silences, at the speed that thousands of runs
 * need. The contract ring holds client and sandbox to the interface document.
 */
export class ServiceStandIn {
  readonly intents = new Map<string, ServiceIntent>()
  readonly injected: Record<string, number> = {}
  calls = 0
  private faults: { operation: string; fault: Fault }[] = []

  constructor(
    private readonly clock: VirtualClock,
    /** "conflict": a used reference is refused even with the identical body (U-03) */
    private readonly reuse: "replay" | "conflict"
  ) {}

  inject(operation: "create" | "verify", fault: Fault, times: number): void {
    for (let i = 0; i < times; i++) this.faults.push({ operation, fault })
  }

  clearFaults(): void {
    this.faults = []
    for (const intent of this.intents.values()) intent.lie = null
  }

  move(reference: string, status: ServiceIntent["status"]): void {
    const intent = this.intents.get(reference)
    if (intent && !["succeeded", "failed", "canceled"].includes(intent.status)) intent.status = status
  }

  paid(): [string, ServiceIntent][] {
    return [...this.intents].filter(([, intent]) => intent.status === "succeeded")
  }

  clientOf(process: ServerProcess): PayCollectClient {
    const client: Pick<PayCollectClient, "createPaymentIntent" | "verifyPayment"> = {
      createPaymentIntent: (body) => this.create(process, body),
      verifyPayment: (reference) => this.verify(process, reference),
    }
    return client as PayCollectClient
  }

  private async create(process: ServerProcess, body: CreatePaymentIntentRequest): Promise<PaymentIntent> {
    const facts = { operation: "create_payment_intent", message: "injected" }
    const fault = await this.begin(process, "create")
    if (fault === "refused") throw new PayCollectUnavailableError(facts)
    if (fault === "rate_limited") throw new PayCollectRateLimitedError(facts)
    if (fault === "invalid") throw new PayCollectInvalidRequestError(facts)
    if (fault === "lost_before" || fault === "slow") throw new PayCollectAmbiguousError(facts)

    const reference = body.merchant_reference
    const known = this.intents.get(reference)
    if (known && (this.reuse === "conflict" || JSON.stringify(known.body) !== JSON.stringify(body)))
      throw new PayCollectConflictError(facts)
    const number = this.intents.size + 1
    const intent: ServiceIntent = known ?? {
      id: `pi_${number}`,
      payment_ref: `PC${number}`,
      status: "requires_action",
      body,
      lie: null,
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

  private async verify(process: ServerProcess, reference: string): Promise<VerifiedPayment> {
    const facts = { operation: "verify_payment", message: "injected" }
    const fault = await this.begin(process, "verify")
    if (fault === "rate_limited") throw new PayCollectRateLimitedError(facts)
    if (fault === "malformed") throw new PayCollectMalformedResponseError(facts)
    if (fault === "not_found") throw new PayCollectNotFoundError(facts)
    if (fault) throw new PayCollectUnavailableError(facts)
    const intent = this.intents.get(reference)
    if (!intent) throw new PayCollectNotFoundError(facts)
    const answer = {
      id: intent.id,
      status: intent.status,
      amount: minorAmount(intent.body.amount),
      currency: intent.body.currency,
      ...intent.lie,
    }
    await process.pause("verify answered, answer on its way")
    return answer
  }

  private async begin(process: ServerProcess, operation: "create" | "verify"): Promise<Fault | undefined> {
    this.calls++
    await process.pause(`${operation} is sent`)
    const index = this.faults.findIndex((entry) => entry.operation === operation)
    const [hit] = index < 0 ? [] : this.faults.splice(index, 1)
    if (!hit) return undefined
    const name = `${operation}: ${hit.fault}`
    this.injected[name] = (this.injected[name] ?? 0) + 1
    if (hit.fault === "slow") await this.clock.sleep(8_000)
    return hit.fault
  }
}
