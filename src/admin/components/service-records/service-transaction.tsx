import type { AdminPayCollectTransactionResponse } from "../../../types/http"
import { useAddress } from "../../hooks/address"
import { RequestError } from "../../hooks/client"
import { useTexts } from "../../hooks/format"
import { useTransaction } from "../../hooks/service-records"
import { SearchForm } from "../field"
import { OpenPayment, SmallButton } from "../kit"
import { CopyRow, Empty, Loaded, Rows } from "../section"
import { customerName } from "./service-customers"

/** One transaction by whatever the service calls it. The id is in the address, so that a look-up can be passed on. */
export function TransactionLookUp() {
  const { t } = useTexts()
  const { get, set } = useAddress()
  const id = get("id")
  const answer = useTransaction(id)
  const { error, refetch, isFetching } = answer
  const isUnknown = error instanceof RequestError && error.status === 404
  return (
    <div className="divide-y">
      <SearchForm
        label={t("records.transaction_id")}
        name="transaction-id"
        value={id}
        onSearch={(wanted) => void (wanted && wanted === id ? refetch() : set({ id: wanted }))}
        button={
          <SmallButton type="submit" variant="primary" isLoading={isFetching} testId="transaction-submit">
            {t("records.look_up")}
          </SmallButton>
        }
      />
      {!id ? (
        <Empty title={t("records.no_transaction")} text={t("records.no_transaction_text")} />
      ) : isUnknown ? (
        <Empty title={t("records.transaction_unknown")} text={t("records.transaction_unknown_text")} />
      ) : (
        <Loaded of={answer} rows={5}>
          {({ transaction }) => <TransactionSection transaction={transaction} />}
        </Loaded>
      )}
    </div>
  )
}

function TransactionSection({ transaction }: AdminPayCollectTransactionResponse) {
  const { t, known, date, minor, whole } = useTexts()
  const { status, customer, amount = "", currency = "", exponent, paycollect_intent_id } = transaction
  const isPrice = exponent !== null && currency !== "" && /^-?\d+$/.test(amount)
  const sum = isPrice
    ? minor(amount, { currency_code: currency, exponent })
    : [whole(amount), currency].filter(Boolean).join(" ")
  const person = customer && [customerName({ ...customer, id: "" }), customer.email, customer.phone]
  return (
    <div className="divide-y" data-testid="transaction">
      <CopyRow title={t("field.id")} value={transaction.id} />
      <Rows
        of={[
          [t("field.amount"), sum, amount && !isPrice ? t("records.amount_hint") : undefined],
          [t("field.status"), known(`status.${status}`) ?? status],
          [t("field.merchant_reference"), transaction.merchant_reference],
          [t("field.payment_ref"), transaction.payment_ref],
          [t("field.description"), transaction.description],
          [t("field.customer"), person?.filter(Boolean).join(" · ")],
          [t("field.created_at"), date(transaction.created_at)],
          [
            t("records.own_payment"),
            paycollect_intent_id ? (
              <OpenPayment key="payment" id={paycollect_intent_id} />
            ) : (
              t("records.not_ours")
            ),
          ],
        ]}
      />
    </div>
  )
}
