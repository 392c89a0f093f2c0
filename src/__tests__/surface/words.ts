import { Policy } from "@medusajs/framework/utils"
import ts from "typescript"
import { REFUND_REASONS } from "../../service/wire/transaction"
import { ATTENTION_REASONS } from "../../payments/attention-reasons"
import { HISTORY_EVENTS } from "../../payments/ledger/history"
import { REFUND_STATES } from "../../features/payment-state"
import { SERVICE_STATUSES } from "../../payments/assess"
import { ATTENTION_CATEGORIES } from "../../modules/paycollect/models/attention"
import { NOTICE_KINDS, NOTICE_OUTCOMES } from "../../modules/paycollect/models/notice"
import { INTENT_OUTCOMES, INTENT_STATUSES } from "../../modules/paycollect/models/intent"
import { REFUND_STATUSES } from "../../modules/paycollect/models/refund"
import { RETURN_REASONS } from "../../payments/return-address"
import * as policies from "../../policies/paycollect"
import { START_FAILURES } from "../../payments/errors"
import { METRICS } from "../../service/telemetry"
import { keysOf, sorted, valueOf, type Source } from "./source"

const OURS = new Set(
  Object.values<unknown>(policies).flatMap((one) =>
    typeof one === "object" && one !== null && "resource" in one ? one.resource : []
  )
)

/** Words that stores, dashboards and programs read. */
export function words(source: Source) {
  return {
    reasons: { ...ATTENTION_REASONS },
    codes: {
      thrown: sorted([...START_FAILURES.keys(), ...thrown(source)]),
      answered: sorted(answered(source)),
    },
    statuses: {
      service: [...SERVICE_STATUSES],
      payment: [...INTENT_STATUSES],
      outcome: [...INTENT_OUTCOMES],
      refunded: [...REFUND_STATES],
      refund: [...REFUND_STATUSES],
      refundReason: [...REFUND_REASONS],
      category: [...ATTENTION_CATEGORIES],
      notice: [...NOTICE_KINDS],
      noticeOutcome: [...NOTICE_OUTCOMES],
      returnReason: [...RETURN_REASONS],
    },
    history: [...HISTORY_EVENTS],
    policies: declared(),
    metrics: Object.fromEntries(
      Object.entries(METRICS).map(([name, { kind, unit }]) => [name, `${kind} ${unit}`])
    ),
  }
}

/** As Medusa knows them once ours are defined. */
const declared = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(Policy)
      .filter(([, { resource }]) => OURS.has(resource))
      .map(([name, { resource, operation }]) => [`${resource}:${operation}`, name])
      .sort()
  )

/** The code of an error of Medusa's: the third thing that its constructor takes. */
function thrown(source: Source): string[] {
  const made = source
    .all(ts.SyntaxKind.NewExpression, ts.isNewExpression)
    .filter(({ expression }) => expression.getText() === "MedusaError")
  const inherited = source.calls().filter((call) => {
    if (call.expression.kind !== ts.SyntaxKind.SuperKeyword) return false
    const own = ts.findAncestor(call, ts.isClassDeclaration)
    return own?.heritageClauses?.some(({ types }) => types.some((type) => type.getText() === "MedusaError"))
  })
  return [...made, ...inherited].flatMap(({ arguments: given }) => (given?.[2] ? source.texts(given[2]) : []))
}

/** The code of an answer that a route writes itself, in Medusa's form of an error. */
const answered = (source: Source): string[] =>
  source.objects().flatMap((object) => {
    const code = valueOf(object, "code")
    const isError = ["type", "message"].every((name) => keysOf(object).includes(name))
    return code && isError ? source.texts(code) : []
  })
