import { defineRouteConfig } from "@medusajs/admin-sdk"
import { ActionButton } from "../../../components/kit"
import { Column, Crumb, Empty, Loaded, OutageBanner, Section } from "../../../components/section"
import { Filters } from "../../../components/table"
import { TakingsCurrency } from "../../../components/takings/takings-currency"
import { TakingsForm } from "../../../components/takings/takings-form"
import { useTexts } from "../../../hooks/format"
import { currenciesOf, exportTakings, inAll, useTakings, useTakingsQuery } from "../../../hooks/takings"

/** What came in: the sums of each currency, as bars and as a table. What is asked is in the address. */
const TakingsPage = () => {
  const { t, dialect, day, money } = useTexts()
  const asked = useTakingsQuery()
  const answer = useTakings(asked.query, { enabled: !asked.problem })
  const { data, error } = answer
  const currencies = data ? currenciesOf(data) : []
  const netOf = (currency: string) =>
    money(inAll(data!.totals.filter((one) => one.currency_code === currency)).net, currency)
  const said = currencies.map((currency) => `${t("takings.net")}: ${netOf(currency)}`).join(", ")
  const save = (
    <ActionButton
      disabled={currencies.length === 0 || asked.problem !== null}
      testId="takings-export"
      request={() => exportTakings({ ...asked.query, dialect })}
      says={{
        done: () => ({ title: t("takings.exported") }),
        failed: t("payments.not_exported"),
        refreshes: [],
      }}
    >
      {t("takings.export")}
    </ActionButton>
  )
  return (
    <Column>
      <OutageBanner />
      <Section level="h1" title={t("takings.title")} subtitle={t("takings.subtitle")} actions={save}>
        <Filters areUsed={asked.range === "own"}>
          <TakingsForm asked={asked} answer={data} />
        </Filters>
        {/* Emptied while new sums are on the way: the same ones are read again, too. */}
        <span role="status" className="sr-only" data-testid="takings-said">
          {data && !answer.isPlaceholderData && (said || t("takings.empty"))}
        </span>
        <Loaded of={answer} rows={3}>
          {({ from, to, time_zone: zone }) => {
            const range = t("takings.range", { from: day(from), to: day(to), zone })
            return currencies.length === 0 ? (
              <Empty title={t("takings.empty")} text={range} />
            ) : (
              <p className="txt-small text-ui-fg-subtle text-pretty px-6 py-4" data-testid="takings-range">
                {range}
              </p>
            )
          }}
        </Loaded>
      </Section>
      {!error &&
        data &&
        currencies.map((currency) => <TakingsCurrency key={currency} currency={currency} answer={data} />)}
    </Column>
  )
}

export const config = defineRouteConfig({ label: "nav.takings", translationNs: "paycollect", rank: 0 })

export const handle = { breadcrumb: () => <Crumb name="nav.takings" /> }

export default TakingsPage
