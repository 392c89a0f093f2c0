import type { AdminPayCollectTakingsResponse } from "../../../types/http"
import { kindOf, useMarkets, useOurProviders } from "../../hooks/store"
import { BUCKET_NAMES, RANGES, type AskedTakings, type TakingsParams } from "../../hooks/takings"
import { useTexts } from "../../hooks/format"
import { SelectField, TextField } from "../field"

const ALL_CHOICES = "all"

interface TakingsFormProps {
  asked: AskedTakings
  answer: AdminPayCollectTakingsResponse | undefined
}

/** Which time, how it is divided, and of what. Each choice is asked at once. */
export function TakingsForm({ asked, answer }: TakingsFormProps) {
  const { t } = useTexts()
  const { currencies } = useMarkets()
  const { data: providers = [] } = useOurProviders()
  const { params, range, bucket, set } = asked
  const choose = (name: keyof TakingsParams) => (value: string) =>
    set({ [name]: value === ALL_CHOICES ? "" : value })
  const named = (id: string) => `${t(`method.${kindOf(id)}`)} (${id})`
  return (
    <div className="grid grid-cols-1 items-start gap-4 px-6 py-4 sm:grid-cols-2 xl:grid-cols-5">
      <SelectField
        label={t("takings.time")}
        name="range"
        value={range}
        options={RANGES.map((value) => ({ value, label: t(`takings.range_${value}`) }))}
        onChange={(to) =>
          set(
            to === "own" ? { range: to, from: answer?.from, to: answer?.to } : { range: to, from: "", to: "" }
          )
        }
      />
      <SelectField
        label={t("takings.per")}
        name="bucket"
        value={bucket}
        options={BUCKET_NAMES.map((value) => ({ value, label: t(`takings.per_${value}`) }))}
        onChange={choose("bucket")}
      />
      <SelectField
        label={t("field.currency")}
        name="currency"
        value={params.currency_code ?? ALL_CHOICES}
        options={[
          { value: ALL_CHOICES, label: t("takings.all_currencies") },
          ...currencies.map((value) => ({ value, label: value.toUpperCase() })),
        ]}
        onChange={choose("currency_code")}
      />
      <SelectField
        label={t("field.method")}
        name="method"
        value={params.provider_id ?? ALL_CHOICES}
        options={[
          { value: ALL_CHOICES, label: t("takings.all_methods") },
          ...providers.map((value) => ({ value, label: named(value) })),
        ]}
        onChange={choose("provider_id")}
      />
      <SelectField
        label={t("field.environment")}
        name="environment"
        value={params.environment ?? answer?.environment ?? ""}
        options={["test", "live"].map((value) => ({ value, label: t(`environment.${value}`) }))}
        onChange={choose("environment")}
      />
      {range === "own" && <OwnRange asked={asked} />}
    </div>
  )
}

function OwnRange({ asked: { params, problem, set } }: { asked: AskedTakings }) {
  const { t } = useTexts()
  const error = problem ? t(`takings.${problem}`) : undefined
  return (
    <>
      {(["from", "to"] as const).map((name) => (
        <TextField
          key={name}
          label={t(`takings.${name}`)}
          error={name === "to" ? error : undefined}
          type="date"
          testId={`takings-${name}`}
          value={params[name] ?? ""}
          onChange={(day) => set({ [name]: day })}
        />
      ))}
    </>
  )
}
