import type { AdminPayCollectTakingsResponse } from "../../../types/http"
import { useTexts } from "../../hooks/format"
import { useHasBothEnvironments } from "../../hooks/payments"
import { kindOf, useMarkets, useOurProviders } from "../../hooks/store"
import { BUCKET_NAMES, RANGES, type AskedTakings } from "../../hooks/takings"
import { SelectField, TextField } from "../field"

interface TakingsFormProps {
  asked: AskedTakings
  answer: AdminPayCollectTakingsResponse | undefined
}

/** Which time, how it is divided, and of what. Each choice is asked at once. */
export function TakingsForm({ asked, answer }: TakingsFormProps) {
  const { t } = useTexts()
  const hasBoth = useHasBothEnvironments()
  const { currencies } = useMarkets()
  const { data: providers = [] } = useOurProviders()
  const { range, bucket, environment, currency_code, provider_id, set } = asked
  const setRange = (to: (typeof RANGES)[number]) =>
    set({ range: to, from: to === "own" ? answer?.from : "", to: to === "own" ? answer?.to : "" })
  return (
    <div className="grid grid-cols-1 items-start gap-4 px-6 py-4 sm:grid-cols-2 xl:grid-cols-5">
      <SelectField
        label={t("takings.time")}
        name="range"
        value={range}
        values={RANGES}
        text={(value) => t(`takings.range_${value}`)}
        onChange={setRange}
      />
      <SelectField
        label={t("takings.per")}
        name="bucket"
        value={bucket}
        values={BUCKET_NAMES}
        text={(value) => t(`takings.per_${value}`)}
        onChange={(to) => set({ bucket: to })}
      />
      <SelectField
        label={t("field.currency")}
        name="currency"
        value={currency_code ?? ""}
        values={currencies}
        text={(value) => value.toUpperCase()}
        all={t("takings.all_currencies")}
        onChange={(to) => set({ currency_code: to })}
      />
      <SelectField
        label={t("field.method")}
        name="method"
        value={provider_id ?? ""}
        values={providers}
        text={(id) => `${t(`method.${kindOf(id)}`)} (${id})`}
        all={t("takings.all_methods")}
        onChange={(to) => set({ provider_id: to })}
      />
      {hasBoth && (
        <SelectField
          label={t("field.environment")}
          name="environment"
          value={environment ?? answer?.environment ?? ""}
          values={["test", "live"]}
          text={(value) => t(`environment.${value}`)}
          onChange={(to) => set({ environment: to })}
        />
      )}
      {range === "own" && <OwnRange asked={asked} />}
    </div>
  )
}

function OwnRange({ asked }: { asked: AskedTakings }) {
  const { t } = useTexts()
  const error = asked.problem ? t(`takings.${asked.problem}`) : undefined
  return (["from", "to"] as const).map((name) => (
    <TextField
      key={name}
      label={t(`takings.${name}`)}
      error={name === "to" ? error : undefined}
      type="date"
      testId={`takings-${name}`}
      value={asked[name] ?? ""}
      onChange={(day) => asked.set({ [name]: day })}
    />
  ))
}
