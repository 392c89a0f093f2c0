import { useState } from "react"
import type { AdminPayCollectFeePreviewQuery } from "../../../types/http"
import { normalAmount, useTexts } from "../../hooks/format"
import { useMarkets } from "../../hooks/store"
import { SelectField, TextField } from "../field"
import { SmallButton } from "../kit"

interface FeeFormProps {
  onSubmit: (query: AdminPayCollectFeePreviewQuery) => void
  isLoading: boolean
  /** the currency of an amount that the server refused */
  refused: string | null
}

const CARD_TYPES = ["any", "local", "international"] as const

/** Amount, currency, country and kind of card; the country first chooses its currency. */
function useFeeFields() {
  const { currencies, countries, currencyOf, isReady } = useMarkets()
  const [chosen, setChosen] = useState<{ country?: string; currency?: string }>({})
  const [amount, setAmount] = useState("10000")
  const [cardType, setCardType] = useState<(typeof CARD_TYPES)[number]>("any")
  const country = chosen.country ?? countries[0] ?? ""
  const currency = chosen.currency ?? currencyOf(country) ?? currencies[0] ?? ""
  const value = normalAmount(amount)
  const isAmount = /^\d{1,12}(\.\d{1,4})?$/.test(value) && Number(value) > 0
  return {
    ...{ amount, currency, country, cardType, currencies, countries, isReady, setAmount, setCardType },
    setCurrency: (to: string) => setChosen({ ...chosen, currency: to }),
    setCountry: (to: string) => setChosen({ country: to, currency: currencyOf(to) ?? currency }),
    /** as the route takes it; false for what is no amount */
    query: isAmount && {
      amount: value,
      currency_code: currency,
      ...(country && { country_code: country }),
      ...(cardType !== "any" && { card_type: cardType }),
    },
  }
}

export function FeeForm({ onSubmit, isLoading, refused }: FeeFormProps) {
  const { t } = useTexts()
  const fields = useFeeFields()
  const [isWrong, setWrong] = useState(false)
  const refusal = refused ? t("fees.amount_refused", { currency: refused }) : undefined
  return (
    <form
      className="flex flex-col gap-y-4 px-6 py-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setWrong(!fields.query)
        if (fields.query) onSubmit(fields.query)
      }}
    >
      <FeeFields fields={fields} error={isWrong ? t("fees.amount_invalid") : refusal} />
      <div>
        <SmallButton
          type="submit"
          isLoading={isLoading}
          disabled={!fields.isReady}
          testId="fees-submit"
          variant="primary"
        >
          {t("fees.submit")}
        </SmallButton>
      </div>
    </form>
  )
}

function FeeFields({ fields, error }: { fields: ReturnType<typeof useFeeFields>; error?: string }) {
  const { t, country } = useTexts()
  return (
    <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2 xl:grid-cols-4">
      <TextField
        label={t("field.amount")}
        name="amount"
        inputMode="decimal"
        value={fields.amount}
        error={error}
        onChange={fields.setAmount}
      />
      <SelectField
        label={t("field.currency")}
        name="currency"
        value={fields.currency}
        values={fields.currencies}
        text={(value) => value.toUpperCase()}
        onChange={fields.setCurrency}
      />
      <SelectField
        label={t("field.country")}
        name="country"
        value={fields.country}
        values={fields.countries}
        text={country}
        onChange={fields.setCountry}
      />
      <SelectField
        label={t("field.card_type")}
        name="card-type"
        value={fields.cardType}
        values={CARD_TYPES}
        text={(value) => t(`card_type.${value}`)}
        onChange={fields.setCardType}
      />
    </div>
  )
}
