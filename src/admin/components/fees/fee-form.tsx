import { Button } from "@medusajs/ui"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import type { AdminPayCollectFeePreviewQuery } from "../../../types/http"
import { normalAmount, useFormat } from "../../hooks/format"
import { useMarkets } from "../../hooks/store"
import { SelectField, TextField } from "../field"

interface FeeFormProps {
  onSubmit: (query: AdminPayCollectFeePreviewQuery) => void
  isLoading: boolean
  /** the currency of an amount that the server refused */
  refused: string | null
}

export function FeeForm({ onSubmit, isLoading, refused }: FeeFormProps) {
  const { t } = useTranslation("paycollect")
  const { country: countryName } = useFormat()
  const { currencies, countries, currencyOf, isReady } = useMarkets()
  const [amount, setAmount] = useState("10000")
  const [chosenCountry, setCountry] = useState<string>()
  const [chosenCurrency, setCurrency] = useState<string>()
  const [cardType, setCardType] = useState("any")
  const [error, setError] = useState<string>()
  const country = chosenCountry ?? countries[0] ?? ""
  const currency = chosenCurrency ?? currencyOf(country) ?? currencies[0] ?? ""

  const submit = () => {
    const value = normalAmount(amount)
    if (!/^\d{1,12}(\.\d{1,4})?$/.test(value) || Number(value) <= 0) return setError(t("fees.amount_invalid"))
    setError(undefined)
    onSubmit({
      amount: value,
      currency_code: currency,
      ...(country && { country_code: country }),
      ...(cardType !== "any" && { card_type: cardType as "local" | "international" }),
    })
  }
  return (
    <form
      className="flex flex-col gap-y-4 px-6 py-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2 xl:grid-cols-4">
        <TextField
          label={t("field.amount")}
          name="amount"
          inputMode="decimal"
          value={amount}
          error={error ?? (refused ? t("fees.amount_refused", { currency: refused }) : undefined)}
          onChange={setAmount}
        />
        <SelectField
          label={t("field.currency")}
          name="currency"
          value={currency}
          options={currencies.map((value) => ({ value, label: value.toUpperCase() }))}
          onChange={setCurrency}
        />
        <SelectField
          label={t("field.country")}
          name="country"
          value={country}
          options={countries.map((value) => ({ value, label: countryName(value) }))}
          onChange={(to) => {
            setCountry(to)
            setCurrency(currencyOf(to) ?? currency)
          }}
        />
        <SelectField
          label={t("field.card_type")}
          name="card-type"
          value={cardType}
          options={["any", "local", "international"].map((value) => ({
            value,
            label: t(`card_type.${value}`),
          }))}
          onChange={setCardType}
        />
      </div>
      <div>
        <Button
          size="small"
          type="submit"
          isLoading={isLoading}
          disabled={!isReady}
          data-testid="fees-submit"
        >
          {t("fees.submit")}
        </Button>
      </div>
    </form>
  )
}
