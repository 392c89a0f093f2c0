import { Badge } from "@medusajs/ui"
import type { PayCollectPaymentMethod } from "../../../types/http"
import { useAddress } from "../../hooks/address"
import { useTexts } from "../../hooks/format"
import { usePaymentMethods } from "../../hooks/service-records"
import { useMarkets } from "../../hooks/store"
import { SelectField } from "../field"
import { Empty, Loaded } from "../section"
import { PlainTable, type TableColumn } from "../table"

/** What the service offers in one of the store's countries. */
export function MethodsByCountry() {
  const { t, country: countryName } = useTexts()
  const { countries, isReady } = useMarkets()
  const { get, set } = useAddress()
  const country = get("country") || countries[0]
  return (
    <div className="divide-y">
      <div className="px-6 py-4">
        <div className="w-full sm:max-w-sm">
          <SelectField
            label={t("field.country")}
            name="country"
            value={country ?? ""}
            values={countries}
            text={countryName}
            onChange={(to) => set({ country: to })}
          />
        </div>
      </div>
      <Loaded of={usePaymentMethods(country, isReady)} rows={4}>
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

interface MethodTableProps<Method> {
  methods: Method[]
  /** columns of the page that shows the table */
  more?: TableColumn<Method>[]
}

export function MethodTable<Method extends PayCollectPaymentMethod>({
  methods,
  more = [],
}: MethodTableProps<Method>) {
  const { t, known } = useTexts()
  return (
    <PlainTable
      caption={t("records.methods")}
      rows={methods}
      getId={({ code }) => code}
      columns={[
        { title: t("field.method"), cell: (method) => <MethodName {...method} /> },
        { title: t("field.code"), cell: ({ code }) => <code className="text-xs">{code}</code> },
        { title: t("field.type"), cell: ({ type }) => type && (known(`method_type.${type}`) ?? type) },
        { title: t("field.currencies"), cell: ({ currencies }) => <Currencies codes={currencies} /> },
        ...more,
      ]}
    />
  )
}

function MethodName({ name, logo }: PayCollectPaymentMethod) {
  return (
    <span className="flex items-center gap-x-2">
      {logo?.startsWith("https://") && <img src={logo} alt="" className="size-5 rounded object-contain" />}
      {name}
    </span>
  )
}

function Currencies({ codes = [] }: { codes?: string[] }) {
  const { t } = useTexts()
  return (
    <span className="flex gap-x-1">
      {codes.map((code) => (
        <Badge key={code} size="2xsmall">
          {code.toUpperCase()}
        </Badge>
      ))}
      {codes.length === 0 && t("general.none")}
    </span>
  )
}
