import { ATTENTION_REASONS } from "../../payments/attention-reasons"
import { HEALTH_CHECKS, type CheckText } from "../../settings/health-checks"
import en from "../../texts/en.json"
import fr from "../../texts/fr.json"

/** `{at}`, as check texts have it, in i18next's spelling */
const interpolated = (text: string) => text.replace(/\{(\w+)\}/g, "{{$1}}")

/** What is counted has a key per plural form. */
function checkEntries(id: string, text: CheckText): [string, string][] {
  return typeof text === "string"
    ? [[id, text]]
    : [
        [`${id}_one`, text.one],
        [`${id}_other`, text.other],
      ]
}

/** The English that the server says of open items and checks itself, under the keys that the French has in `fr.json`. */
function domainTexts() {
  const attention = Object.entries(ATTENTION_REASONS).map(([reason, { happened, money, action }]) => [
    reason,
    { happened, money, action },
  ])
  const check = Object.entries(HEALTH_CHECKS).flatMap(([id, [, text]]) => checkEntries(id, text))
  return {
    attention: Object.fromEntries(attention) as Record<string, Record<string, string>>,
    check: Object.fromEntries(check.map(([key, text]) => [key, interpolated(text)])),
  }
}

/** A namespace of our own; a key that is missing in it falls back to the dashboard's own texts ("actions.save"). */
export default { en: { paycollect: { ...en, ...domainTexts() } }, fr: { paycollect: fr } }
