import { Badge } from "@medusajs/ui"
import { useSearchParams } from "react-router-dom"
import type { PayCollectPaymentMethod } from "../../../types/http"
import { useTexts } from "../../hooks/format"
import { usePaymentMethods } from "../../hooks/service-records"
import { useMarkets } from "../../hooks/store"
import { SelectField } from "../field"
import { PlainTable, type TableColumn } from "../plain-table"
import { Empty, Loaded } from "../states"

/** What the service offers in one of the store's countries. */
export function MethodsByCountry() {
  const { t, country: countryName } = useTexts()
  const { countries, isReady } = useMarkets()
  const [params, setParams] = useSearchParams()
  const country = params.get("country") ?? countries[0]
  const answer = usePaymentMethods(country, isReady)
  return (
    <div className="divide-y">
      <div className="px-6 py-4">
        <div className="w-full sm:max-w-sm">
          <SelectField
            label={t("field.country")}
            name="country"
            value={country ?? ""}
            options={countries.map((value) => ({ value, label: countryName(value) }))}
            onChange={(to) => setParams({ tab: "methods", country: to })}
          />
        </div>
      </div>
      <Loaded of={answer} rows={4}>
        {({ payment_methods }) =>
          payment_methods.length === 0 ? (
            <Empty title={t("records.no_methods")} text={t("records.no_methods_text")} />
          ) : (
            <MethodTable methods={payment_methods} />
          )
        }
      </Loaded>
    </div>
  )
}

/** `more`: columns of the page that shows the table */
export function MethodTable({
  methods,
  more = [],
}: {
  methods: PayCollectPaymentMethod[]
  more?: TableColumn<PayCollectPaymentMethod>[]
}) {
  const { t, known } = useTexts()
  const type = (value = "") => known(`method_type.${value}`) ?? (value || t("general.none"))
  return (
    <PlainTable
      caption={t("records.methods")}
      rows={methods}
      getId={({ code }) => code}
      columns={[
        {
          id: "name",
          title: t("field.method"),
          cell: ({ name, logo }) => (
            <span className="flex items-center gap-x-2">
              {logo?.startsWith("https://") && (
                <img src={logo} alt="" className="size-5 rounded object-contain" />
              )}
              {name}
            </span>
          ),
        },
        { id: "code", title: t("field.code"), cell: ({ code }) => <code className="text-xs">{code}</code> },
        { id: "type", title: t("field.type"), cell: (method) => type(method.type) },
        {
          id: "currencies",
          title: t("field.currencies"),
          cell: ({ currencies = [] }) => (
            <span className="flex gap-x-1">
              {currencies.map((currency) => (
                <Badge key={currency} size="2xsmall">
                  {currency.toUpperCase()}
                </Badge>
              ))}
              {currencies.length === 0 && t("general.none")}
            </span>
          ),
        },
        ...more,
      ]}
    />
  )
}
