import { type Decision } from "../../../payments/assess"
import { intentRow } from "../../../payments/__tests__/rows"
import { systemClock } from "../../../service/config"
import { Configuration } from "../../../settings/configuration"
import { type LedgerEvent } from "../../../payments/ledger/history"
import { type IntentPatch } from "../../../payments/ledger/ledger"
import { type IntentRow } from "../../../modules/paycollect/models/intent"
import { type AskedMoney, type StartPaymentInput } from "../../../payments/request"
import { type Source } from "../../../payments/source"
import { PayCollectProviderService } from "../provider"

export const SESSION_ID = "payses_01"
export const PAID: Decision = { kind: "paid", fee: "0" as never, fee_unexpected: false }
export const WAITING: Decision = { kind: "waiting", reason: "processing" }
export const FAILED: Decision = { kind: "failed", reason: "canceled" }
export const DISCREPANCY: Decision = { kind: "discrepancy", reason: "amount_discrepancy" }

export const OPTIONS = {
  test: { secretKey: "sk_test_0123456789", baseUrl: "https://sandbox.service.example/v1" },
  live: { secretKey: "sk_live_0123456789", baseUrl: "https://service.example/v1" },
  backendUrl: "https://api.shop.example",
}

export const SESSION_KEYS = [
  "amount",
  "checkout_url",
  "currency_code",
  "environment",
  "exponent",
  "fee",
  "merchant_reference",
  "method",
  "operator",
  "payment_number",
  "payment_ref",
  "service_intent_id",
  "status",
]

type Records = Record<string, Record<string, object>>

/** The store's own records, by entity and then by id (currencies by code). */
export const storeRecords = (): Records => ({
  payment_session: {
    [SESSION_ID]: {
      id: SESSION_ID,
      provider_id: "pp_paycollect_default",
      amount: 10000,
      currency_code: "xaf",
      payment_collection: { id: "pay_col_01" },
    },
  },
  /** of the session's collection */
  cart: {
    cart_01: {
      id: "cart_01",
      currency_code: "xaf",
      locale: null,
      email: "ama@example.com",
      billing_address: { first_name: "Ama", last_name: "Nkeng", phone: "670123456", country_code: "cm" },
      items: [{ product_title: "Coffee", quantity: 2, ...lineTotals(8000, 1500) }],
      shipping_methods: [{ name: "Courier", ...lineTotals(500, 0) }],
    },
  },
  currency: {
    xaf: { decimal_digits: 0 },
    eur: { decimal_digits: 2 },
    tnd: { decimal_digits: 3 },
  },
  refund: {},
})

/** Of a line whose price does not include its tax. */
const lineTotals = (subtotal: number, tax_total: number) => ({
  is_tax_inclusive: false,
  subtotal,
  original_total: subtotal + tax_total,
  discount_total: 0,
  discount_subtotal: 0,
  tax_total,
})

/** The session's collection is that of the cart. */
function withCart({ cart }: Records, found: object): object {
  const { payment_collection: collection } = found as { payment_collection?: object }
  if (!collection || "cart_link" in collection || !cart?.cart_01) return found
  return { ...found, payment_collection: { ...collection, cart_link: { cart_id: "cart_01" } } }
}

/** Changes a record of {@link storeRecords} in place. */
export const patchRecord = (records: Records, entity: string, id: string, facts: object) =>
  Object.assign(records[entity]![id]!, facts)

class FakeLedger {
  readonly events: LedgerEvent[] = []
  readonly patches: IntentPatch[] = []
  /** when it is looked at again at the latest, epoch ms */
  readonly looks: number[] = []
  /** sessions that were given the intent by the provider itself */
  readonly linked: string[] = []
  /** collections of the sessions that took the money */
  readonly usedBy: string[] = []

  constructor(
    private readonly row: IntentRow,
    private readonly sessions: string[]
  ) {}

  byReference = (reference: string) =>
    Promise.resolve(reference === this.row.merchant_reference ? this.row : null)
  bySession = (id: string) => Promise.resolve(this.sessions.includes(id) ? this.row : null)

  change = (id: string, patch: IntentPatch, event?: LedgerEvent) => {
    if (id === this.row.id) Object.assign(this.row, patch)
    this.patches.push(patch)
    if (event) this.events.push(event)
    return Promise.resolve(this.row)
  }

  scheduleBy = (_id: string, time: number) => {
    this.looks.push(time)
    return Promise.resolve()
  }

  voidedByCore = (id: string) =>
    this.change(
      id,
      { used_by_session_id: null, applied_at: null, order_id: null },
      { type: "voided_by_core", cause: "compensation" }
    )

  record = (_id: string, event: LedgerEvent) => {
    this.events.push(event)
    return Promise.resolve()
  }

  historyOfRefund = () => Promise.resolve([])

  cartsAskedSince = () => Promise.resolve([])

  linkSession = (sessionId: string) => {
    this.linked.push(sessionId)
    return Promise.resolve()
  }

  markUsed = (_id: string, sessionId: string, insteadOf: string | null, collectionId: string) => {
    this.usedBy.push(collectionId)
    const isUnused = [null, sessionId, insteadOf].includes(this.row.used_by_session_id)
    if (isUnused) this.row.used_by_session_id = sessionId
    return Promise.resolve(isUnused)
  }
}

interface Setup {
  /** facts of the one intent in the ledger */
  row?: Partial<IntentRow>
  /** what verify finds */
  decision?: Decision
  /** sessions that the intent pays */
  sessions?: string[]
  records?: Records
  options?: Record<string, unknown>
  /** whether the intent is money that came for the session's cart already */
  reuses?: (input: AskedMoney) => boolean
  /** whether an employee books the intent's money in the session's collection */
  binds?: (input: AskedMoney) => boolean
  /** thrown by the module instead of opening an intent */
  startError?: unknown
  Provider?: new (container: Record<string, unknown>) => PayCollectProviderService
}

/** A provider among hand-written stand-ins for the module and `query`; what it did is in the lists. */
export function setup({
  row,
  decision = WAITING,
  sessions = [SESSION_ID],
  records = storeRecords(),
  options = OPTIONS,
  reuses = () => false,
  binds = () => false,
  startError,
  Provider = PayCollectProviderService,
}: Setup = {}) {
  const intent = intentRow(row)
  const ledger = new FakeLedger(intent, sessions)
  const opened: StartPaymentInput[] = []
  const verified: [Source["by"], number | undefined][] = []
  const asked: string[] = []
  const left: string[] = []
  const logged: string[] = []
  const logger = { warn: (text: string) => void logged.push(text) }
  const paycollect = {
    review: { ask: () => Promise.resolve(null) },
    attention: { openFor: () => Promise.resolve([]) },
    clock: systemClock,
    configuration: new Configuration(options),
    ledger,
    recoverLost: () => () => Promise.resolve("foreign"),
    links: { leave: (collectionId: string) => Promise.resolve(void left.push(collectionId)) },
    startPayment: {
      assignedTo: (input: AskedMoney) => Promise.resolve(binds(input) ? intent : null),
      assertNoOther: ({ request }: StartPaymentInput) =>
        Promise.resolve(void asked.push(`no other payment than of ${request.phone}`)),
      findOrCreate: (input: StartPaymentInput) => {
        opened.push(input)
        return startError ? Promise.reject(startError) : Promise.resolve(intent)
      },
      reuse: (input: AskedMoney) => {
        asked.push("reuse")
        return Promise.resolve(reuses(input) ? intent : null)
      },
    },
    verifier: {
      verify: (found: IntentRow, { by }: Source, deadline?: number) => {
        verified.push([by, deadline])
        return Promise.resolve({ intent: found, decision })
      },
    },
  }
  const query = {
    graph: ({ entity, filters }: { entity: string; filters: Record<string, string> }) => {
      asked.push(entity)
      const key = filters.id ?? filters.code ?? filters.payment_collection_id ?? filters.cart_id ?? ""
      const found = records[entity]?.[key]
      return Promise.resolve({ data: found ? [withCart(records, found)] : [] })
    },
  }
  const provider = new Provider({ paycollect, query, logger })
  return { provider, intent, ledger, linked: ledger.linked, opened, verified, asked, left, logged }
}

/** What a session's `data` is after we wrote it, and after a dishonest browser did. */
export const OUR_DATA = { merchant_reference: "cart_01-1" }
export const FORGED_DATA = {
  merchant_reference: "cart_01-1",
  status: "succeeded",
  amount: "1",
  currency_code: "xof",
  environment: "live",
  checkout_url: "https://evil.example",
  service_intent_id: "pi_forged",
  payment_ref: "PAY_FORGED",
}

export const context = { idempotency_key: SESSION_ID }
