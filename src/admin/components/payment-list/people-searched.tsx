import { Button, Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { useSearchParams } from "react-router-dom"
import type { AdminPayCollectPeopleSearch } from "../../../types/http"
import { useFormat } from "../../hooks/format"

const DAY_MS = 86_400_000
const YEAR_MS = 365 * DAY_MS
const BEGINNING = new Date(0).toISOString()

/** How far back customers were looked for, with a way to look further: a year, then everything. */
export function PeopleSearched({ people: { since, more } }: { people: AdminPayCollectPeopleSearch }) {
  const { t } = useTranslation("paycollect")
  const { day } = useFormat()
  const [, setParams] = useSearchParams()
  const isAll = since === BEGINNING
  const isRecent = Date.parse(since) > Date.now() - YEAR_MS + DAY_MS
  const lookBack = () =>
    setParams((before) => {
      before.set("people_since", isRecent ? new Date(Date.now() - YEAR_MS).toISOString() : BEGINNING)
      return before
    })
  return (
    <div
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b px-6 py-3"
      role="status"
      data-testid="people-searched"
    >
      <Text size="small" className="text-ui-fg-subtle text-pretty">
        {isAll ? t("search.people_all") : t("search.people_since", { date: day(since.slice(0, 10)) })}
        {more && <> {t("search.people_more")}</>}
      </Text>
      {!isAll && (
        <Button size="small" variant="secondary" onClick={lookBack} data-testid="look-further-back">
          {t(isRecent ? "search.search_year" : "search.search_all")}
        </Button>
      )}
    </div>
  )
}
