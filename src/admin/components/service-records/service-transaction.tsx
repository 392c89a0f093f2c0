import { Button } from "@medusajs/ui"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { Link, useSearchParams } from "react-router-dom"
import type { AdminPayCollectTransactionResponse } from "../../../types/http"
import { useFormat, useKnownText } from "../../hooks/format"
import { useTransaction } from "../../hooks/service-records"
import { Copyable } from "../copyable"
import { TextField } from "../field"
import { SectionRow } from "../section"
import { customerName } from "./service-customers"
import { Empty, LoadFailed, RowSkeletons } from "../states"

/** One transaction by whatever the service calls it. The id is in the address, so that a look-up can be passed on. */
export function TransactionLookUp() {
  const { t } = useTranslation("paycollect")
  const [params, setParams] = useSearchParams()
  const id = params.get("id") ?? ""
  const [typed, setTyped] = useState(id)
  const { data, error, refetch, isFetching } = useTransaction(id)
  const submit = () => {
    const wanted = typed.trim()
    if (wanted && wanted === id) void refetch()
    else setParams(wanted ? { tab: "transaction", id: wanted } : { tab: "transaction" })
  }
  return (
    <div className="divide-y">
      <form
        className="flex flex-col gap-3 px-6 py-4 sm:flex-row sm:items-end"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <div className="w-full sm:max-w-sm">
          <TextField
            label={t("records.transaction_id")}
            name="transaction-id"
            autoComplete="off"
            value={typed}
            onChange={setTyped}
          />
        </div>
        <Button size="small" type="submit" isLoading={isFetching} data-testid="transaction-submit">
          {t("records.look_up")}
        </Button>
      </form>
      <FoundTransaction {...{ id, data, error, refetch }} />
    </div>
  )
}

interface FoundProps {
  id: string
  data: AdminPayCollectTransactionResponse | undefined
  error: Error | null
  refetch: () => unknown
}

function FoundTransaction({ id, data, error, refetch }: FoundProps) {
  const { t } = useTranslation("paycollect")
  if (!id) return <Empty title={t("records.no_transaction")} text={t("records.no_transaction_text")} />
  if (error && "status" in error && error.status === 404)
    return <Empty title={t("records.transaction_unknown")} text={t("records.transaction_unknown_text")} />
  if (error) return <LoadFailed error={error} onRetry={() => void refetch()} />
  if (!data) return <RowSkeletons rows={5} />
  return <TransactionSection transaction={data.transaction} />
}

function TransactionSection({ transaction }: AdminPayCollectTransactionResponse) {
  const { t } = useTranslation("paycollect")
  const known = useKnownText()
  const { date, minor, whole } = useFormat()
  const none = t("general.none")
  const { status, customer, amount = "", currency = "", exponent } = transaction
  const isPrice = exponent !== null && currency !== "" && /^-?\d+$/.test(amount)
  const person = customer && [customerName({ ...customer, id: "" }), customer.email, customer.phone]
  return (
    <div className="divide-y" data-testid="transaction">
      <SectionRow title={t("field.id")}>
        <Copyable value={transaction.id} name={t("field.id")} />
      </SectionRow>
      <SectionRow title={t("field.amount")} hint={amount && !isPrice ? t("records.amount_hint") : undefined}>
        {isPrice
          ? minor(amount, { currency_code: currency, exponent })
          : [whole(amount), currency].filter(Boolean).join(" ") || none}
      </SectionRow>
      <SectionRow title={t("field.status")}>{known(`status.${status}`) ?? status ?? none}</SectionRow>
      <SectionRow title={t("field.merchant_reference")}>{transaction.merchant_reference ?? none}</SectionRow>
      <SectionRow title={t("field.payment_ref")}>{transaction.payment_ref ?? none}</SectionRow>
      <SectionRow title={t("field.description")}>{transaction.description ?? none}</SectionRow>
      <SectionRow title={t("field.customer")}>{person?.filter(Boolean).join(" · ") || none}</SectionRow>
      <SectionRow title={t("field.created_at")}>
        {transaction.created_at ? date(transaction.created_at) : none}
      </SectionRow>
      <SectionRow title={t("records.own_payment")}>
        {transaction.paycollect_intent_id ? (
          <Button size="small" variant="secondary" asChild>
            <Link to={`/paycollect/payments/${transaction.paycollect_intent_id}`}>
              {t("attention_list.open_payment")}
            </Link>
          </Button>
        ) : (
          t("records.not_ours")
        )}
      </SectionRow>
    </div>
  )
}
