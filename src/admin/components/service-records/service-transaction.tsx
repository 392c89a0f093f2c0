import { useSearchParams } from "react-router-dom"
import type { AdminPayCollectTransactionResponse } from "../../../types/http"
import { useTexts } from "../../hooks/format"
import { useTransaction } from "../../hooks/service-records"
import { SectionRow, CopyRow } from "../section"
import { customerName } from "./service-customers"
import { Empty, LoadFailed, RowSkeletons } from "../states"
import { SmallButton, OpenPayment } from "../kit"
import { SearchForm } from "../field"

/** One transaction by whatever the service calls it. The id is in the address, so that a look-up can be passed on. */
export function TransactionLookUp() {
  const { t } = useTexts()
  const [params, setParams] = useSearchParams()
  const id = params.get("id") ?? ""
  const { data, error, refetch, isFetching } = useTransaction(id)
  const search = (wanted: string) => {
    if (wanted && wanted === id) void refetch()
    else setParams(wanted ? { tab: "transaction", id: wanted } : { tab: "transaction" })
  }
  return (
    <div className="divide-y">
      <SearchForm
        label={t("records.transaction_id")}
        name="transaction-id"
        value={id}
        onSearch={search}
        button={
          <SmallButton type="submit" variant="primary" isLoading={isFetching} testId="transaction-submit">
            {t("records.look_up")}
          </SmallButton>
        }
      />
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
  const { t } = useTexts()
  if (!id) return <Empty title={t("records.no_transaction")} text={t("records.no_transaction_text")} />
  if (error && "status" in error && error.status === 404)
    return <Empty title={t("records.transaction_unknown")} text={t("records.transaction_unknown_text")} />
  if (error) return <LoadFailed error={error} onRetry={() => void refetch()} />
  if (!data) return <RowSkeletons rows={5} />
  return <TransactionSection transaction={data.transaction} />
}

function TransactionSection({ transaction }: AdminPayCollectTransactionResponse) {
  const { t, known, date, minor, whole } = useTexts()
  const { status, customer, amount = "", currency = "", exponent } = transaction
  const isPrice = exponent !== null && currency !== "" && /^-?\d+$/.test(amount)
  const person = customer && [customerName({ ...customer, id: "" }), customer.email, customer.phone]
  return (
    <div className="divide-y" data-testid="transaction">
      <CopyRow title={t("field.id")} value={transaction.id} />
      <SectionRow title={t("field.amount")} hint={amount && !isPrice ? t("records.amount_hint") : undefined}>
        {isPrice
          ? minor(amount, { currency_code: currency, exponent })
          : [whole(amount), currency].filter(Boolean).join(" ")}
      </SectionRow>
      <SectionRow title={t("field.status")}>{known(`status.${status}`) ?? status}</SectionRow>
      <SectionRow title={t("field.merchant_reference")}>{transaction.merchant_reference}</SectionRow>
      <SectionRow title={t("field.payment_ref")}>{transaction.payment_ref}</SectionRow>
      <SectionRow title={t("field.description")}>{transaction.description}</SectionRow>
      <SectionRow title={t("field.customer")}>{person?.filter(Boolean).join(" · ")}</SectionRow>
      <SectionRow title={t("field.created_at")}>{date(transaction.created_at)}</SectionRow>
      <SectionRow title={t("records.own_payment")}>
        {transaction.paycollect_intent_id ? (
          <OpenPayment id={transaction.paycollect_intent_id} />
        ) : (
          t("records.not_ours")
        )}
      </SectionRow>
    </div>
  )
}
