import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assigned, type EnvLine } from "../config/env-file"
import { type Guide } from "./guide"

export interface Values {
  backendUrl?: string
  storefrontUrl?: string
  publishableKey?: string
  defaultRegion?: string
}

const VARIABLE = "NEXT_PUBLIC_MEDUSA_PUBLISHABLE_KEY"
/** What the templates of the starters say in place of a key. */
const NO_KEY = /^(|pk_test|pk_\.\.\.)$/

const textOfVariable = (file: string) => (existsSync(file) ? readFileSync(file, "utf8") : "")

/** What Next.js reads in every mode; the later file wins. */
const variablesOf = (directory: string) =>
  new Map([".env", ".env.local"].flatMap((name) => [...assigned(textOfVariable(join(directory, name)))]))

/** The lines that the storefront's `.env.local` lacks. What this command cannot know, the key and the country, is left out unless it is given. */
export function missingVariables(directory: string, guide: Guide, values: Values): EnvLine[] {
  const there = variablesOf(directory)
  const backendUrl =
    values.backendUrl ?? (there.get("NEXT_PUBLIC_MEDUSA_BACKEND_URL") || there.get("MEDUSA_BACKEND_URL"))
  const known: Record<string, string | undefined> = {
    NEXT_PUBLIC_MEDUSA_BACKEND_URL: backendUrl,
    MEDUSA_BACKEND_URL: backendUrl,
    NEXT_PUBLIC_BASE_URL: values.storefrontUrl,
  }
  const asked: Record<string, string | undefined> = {
    [VARIABLE]: values.publishableKey,
    NEXT_PUBLIC_DEFAULT_REGION: values.defaultRegion,
  }
  return [...guide.variables]
    .filter(([name]) => !there.has(name) && (name !== "MEDUSA_BACKEND_URL" || readsOldName(directory)))
    .map(([name, example]) => ({ name, value: name in asked ? asked[name] : (known[name] ?? example) }))
    .filter((line): line is EnvLine => line.value !== undefined)
}

/** Of what was given: what is there with another value, which stays. Each is what a person has to write there. */
export function givenOtherwise(
  directory: string,
  { backendUrl, storefrontUrl, publishableKey, defaultRegion }: Values
): string[] {
  const there = variablesOf(directory)
  const given = Object.entries({
    NEXT_PUBLIC_MEDUSA_BACKEND_URL: backendUrl,
    MEDUSA_BACKEND_URL: backendUrl,
    NEXT_PUBLIC_BASE_URL: storefrontUrl,
    [VARIABLE]: publishableKey,
    NEXT_PUBLIC_DEFAULT_REGION: defaultRegion,
  })
  return given.flatMap(([name, value]) => {
    const stays = there.get(name)
    const isOther = value !== undefined && stays !== undefined && stays !== value
    return isOther ? `${name}=${value} in .env.local, in place of "${stays}"` : []
  })
}

/** Only the older starter has the store's address under two names. */
const readsOldName = (directory: string) =>
  textOfVariable(join(directory, "src/lib/config.ts")).includes("process.env.MEDUSA_BACKEND_URL")

export const lacksKey = (directory: string) => NO_KEY.test(variablesOf(directory).get(VARIABLE) ?? "")
