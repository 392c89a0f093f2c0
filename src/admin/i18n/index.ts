import { domainTexts } from "./domain"
import en from "../../texts/en.json"
import fr from "../../texts/fr.json"

/** A namespace of our own; a key that is missing in it falls back to the dashboard's own texts ("actions.save"). */
export default { en: { paycollect: { ...en, ...domainTexts() } }, fr: { paycollect: fr } }
