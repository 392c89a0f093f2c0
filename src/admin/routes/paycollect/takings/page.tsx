import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Crumb, Section } from "../../../components/section"
import { Empty, LoadFailed, RowSkeletons } from "../../../components/states"
import { TakingsCurrency } from "../../../components/takings/takings-currency"
import { TakingsForm } from "../../../components/takings/takings-form"
import { useAction } from "../../../hooks/action"
import { useTexts } from "../../../hooks/format"
import { exportTakings, useTakings, useTakingsQuery } from "../../../hooks/takings"
import { SmallButton } from "../../../components/kit"

/** What came in: the sums of each currency, as bars and as a table. What is asked is in the address. */
const TakingsPage = () => {
  const { t, day } = useTexts()
  const asked = useTakingsQuery()
  const { data, error, refetch } = useTakings(asked.query, { enabled: !asked.problem })
  const currencies = [...new Set(data?.totals.map(({ currency_code }) => currency_code))]
  const { run: save } = useAction(() => exportTakings(asked.query), {
    done: () => ({ title: t("takings.exported") }),
    failed: t("payments.not_exported"),
    refreshes: [],
  })
  const range = data && t("takings.range", { from: day(data.from), to: day(data.to), zone: data.time_zone })
  return (
    <div className="flex flex-col gap-y-3">
      <Section
        level="h1"
        title={t("takings.title")}
        subtitle={t("takings.subtitle")}
        actions={
          <SmallButton
            disabled={!currencies.length || !!asked.problem}
            onClick={save}
            testId="takings-export"
          >
            {t("takings.export")}
          </SmallButton>
        }
      >
        <TakingsForm asked={asked} answer={data} />
        {error ? (
          <LoadFailed error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <RowSkeletons rows={3} />
        ) : currencies.length === 0 ? (
          <Empty title={t("takings.empty")} text={range} />
        ) : (
          <p className="txt-small text-ui-fg-subtle text-pretty px-6 py-4" data-testid="takings-range">
            {range}
          </p>
        )}
      </Section>
      {!error &&
        data &&
        currencies.map((currency) => <TakingsCurrency key={currency} currency={currency} answer={data} />)}
    </div>
  )
}

export const config = defineRouteConfig({ label: "nav.takings", translationNs: "paycollect", rank: 0 })

export const handle = { breadcrumb: () => <Crumb name="nav.takings" /> }

export default TakingsPage
