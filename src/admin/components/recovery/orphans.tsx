import { Checkbox, Label, Text } from "@medusajs/ui"
import { useState } from "react"
import type { AdminPayCollectOrphansResponse } from "../../../types/http"
import { useAction } from "../../hooks/action"
import { useTexts } from "../../hooks/format"
import { lookForOrphans } from "../../hooks/payments"
import { TextField } from "../field"
import { SmallButton, Subtle, TextLink } from "../kit"
import { Section } from "../section"

/** After a restored backup: references of the service's dashboard, asked about where the store has no record of them. */
export function OrphansSection() {
  const { t } = useTexts()
  const [pasted, setPasted] = useState("")
  const [since, setSince] = useState("")
  const [all, setAll] = useState(false)
  const { run, data, refusal, isPending } = useAction(lookForOrphans)
  return (
    <Section title={t("orphans.title")} subtitle={t("orphans.subtitle")} testId="orphans">
      <form
        className="flex flex-col gap-y-4 px-6 py-4"
        onSubmit={(event) => {
          event.preventDefault()
          void run({ pasted, all_ours: all, ...(since && { since }) })
        }}
      >
        <TextField
          label={t("orphans.pasted")}
          hint={t("orphans.pasted_hint")}
          error={refusal}
          name="pasted"
          rows={4}
          maxLength={50_000}
          value={pasted}
          onChange={setPasted}
        />
        <TextField
          label={t("orphans.since")}
          optional
          type="date"
          name="since"
          value={since}
          onChange={setSince}
        />
        <div className="flex items-start gap-x-2">
          <Checkbox id="orphans-all-ours" checked={all} onCheckedChange={(on) => setAll(on === true)} />
          <div>
            <Label htmlFor="orphans-all-ours" size="small" weight="plus">
              {t("orphans.all_ours")}
            </Label>
            <Subtle>{t("orphans.all_ours_hint")}</Subtle>
          </div>
        </div>
        <div>
          <SmallButton
            type="submit"
            isLoading={isPending}
            disabled={!pasted.trim() && !since}
            testId="find-orphans"
          >
            {t("orphans.look")}
          </SmallButton>
        </div>
      </form>
      {data && <FoundOrphans found={data} />}
    </Section>
  )
}

function FoundOrphans({ found: { checked, known, payments } }: { found: AdminPayCollectOrphansResponse }) {
  const { t } = useTexts()
  return (
    <div className="flex flex-col gap-y-2 px-6 py-4" role="status" data-testid="orphans-found">
      <Text size="small" weight="plus">
        {t("orphans.counts", { count: checked, known })}
      </Text>
      <ul className="flex flex-col gap-y-1">
        {payments.map(({ reference, payment_number, found, intent_id }) => (
          <li key={reference} className="txt-small text-ui-fg-subtle break-words" data-found={found}>
            {intent_id ? (
              <TextLink to={`/paycollect/payments/${intent_id}`}>{reference}</TextLink>
            ) : (
              reference
            )}{" "}
            · {[payment_number, t(`orphans.found.${found}`)].filter(Boolean).join(" · ")}
          </li>
        ))}
      </ul>
      {payments.some(({ found }) => found === "left") && <Subtle>{t("orphans.more")}</Subtle>}
    </div>
  )
}
