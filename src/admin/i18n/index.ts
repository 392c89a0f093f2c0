import { DASHBOARD } from "../../texts"

/** French has a space before its marks, at which no line may end. */
const unbroken = <Texts extends object>(texts: Texts) =>
  JSON.parse(JSON.stringify(texts).replace(/ (?=[:;?!»])|(?<=«) /g, "\u00a0")) as Texts

/** A namespace of our own; a key that is missing in it falls back to the dashboard's own texts ("actions.save"). */
export default { en: { paycollect: DASHBOARD.en }, fr: { paycollect: unbroken(DASHBOARD.fr) } }
