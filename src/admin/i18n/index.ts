import { DASHBOARD } from "../../texts"

/** A namespace of our own; a key that is missing in it falls back to the dashboard's own texts ("actions.save"). */
export default { en: { paycollect: DASHBOARD.en }, fr: { paycollect: DASHBOARD.fr } }
