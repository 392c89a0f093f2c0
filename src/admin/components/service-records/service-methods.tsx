import { Badge } from "@medusajs/ui"
import type { PayCollectPaymentMethod } from "../../../types/http"
import { useTexts } from "../../hooks/format"
import { PlainTable, type TableColumn } from "../table"

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
