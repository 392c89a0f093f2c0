import { randomBytes } from "node:crypto"
import { SANDBOX_KEYS } from "../sandbox/state/settings"

/** One line for the store's `.env`. What is `hidden` is never printed. */
export interface EnvLine {
  name: string
  value: string
  hidden?: boolean
}

export interface EnvAddresses {
  backendUrl?: string
  /** absent or null: there is none, and customers see a page of the server after paying */
  storefrontUrl?: string | null
}

const ASSIGNMENT = /^[ \t]*(?:export[ \t]+)?([A-Za-z_]\w*)[ \t]*=[ \t]*(.*?)[ \t]*\r?$/gm

export const SANDBOX_URL = "http://127.0.0.1:4010/v1"
const HEAD =
  "# Payments. The keys below open the simulator (npx medusa-payment-paycollect-dev sandbox) and nothing else."

/** The variables that `.env` sets, empty ones too: a person left them empty. */
export function assigned(text: string): Map<string, string> {
  return new Map([...text.matchAll(ASSIGNMENT)].map(([, name, value]) => [name!, unquotedValue(value!)]))
}

const unquotedValue = (value: string) => /^(["'])(.*?)\1/.exec(value)?.[2] ?? value.replace(/\s+#.*$/, "")

/** The first origin of the store's own list that is an address of a shop and not of Medusa's documentation. */
export const shopOrigin = (text: string): string | undefined =>
  assigned(text)
    .get("STORE_CORS")
    ?.split(",")
    .map((origin) => origin.trim())
    .find((origin) => /^https?:\/\/(?!docs\.medusajs\.com)/.test(origin))

/**
 * The lines that `.env` lacks. A variable that is there stays, whatever its value. The simulator's keys come together or not at all: one of
 * them beside a key or an address of the service would be refused there, or sent there.
 */
export function missingLines(text: string, { backendUrl, storefrontUrl }: EnvAddresses): EnvLine[] {
  const there = assigned(text)
  const simulator: EnvLine[] = [
    { name: "PAYCOLLECT_TEST_BASE_URL", value: SANDBOX_URL },
    { name: "PAYCOLLECT_TEST_SECRET_KEY", value: SANDBOX_KEYS.testSecretKey },
    { name: "PAYCOLLECT_TEST_WEBHOOK_SECRET", value: SANDBOX_KEYS.webhookSecret },
  ]
  const isOpen =
    !simulator.some(({ name }) => there.has(name)) && there.get("PAYCOLLECT_ENVIRONMENT") !== "live"
  const lines: EnvLine[] = [
    { name: "PAYCOLLECT_ENVIRONMENT", value: "test" },
    ...(isOpen ? simulator : []),
    {
      name: "PAYCOLLECT_BACKEND_URL",
      value: backendUrl ?? (there.get("MEDUSA_BACKEND_URL") || "http://localhost:9000"),
    },
    ...(storefrontUrl ? [{ name: "PAYCOLLECT_STOREFRONT_URL", value: storefrontUrl }] : []),
    { name: "PAYCOLLECT_ENCRYPTION_KEY", value: randomBytes(32).toString("base64"), hidden: true },
  ]
  return lines.filter(({ name }) => !there.has(name))
}

/** `text` with the lines at its end. */
export function withLines(text: string, lines: EnvLine[]): string {
  if (lines.length === 0) return text
  const newline = text.includes("\r\n") ? "\r\n" : "\n"
  const head = text === "" || text.endsWith("\n") ? text : text + newline
  const gap = head === "" ? "" : newline
  const written = lines.map(({ name, value }) => `${name}=${value}${newline}`).join("")
  const isSimulator = lines.some(({ name }) => name === "PAYCOLLECT_TEST_SECRET_KEY")
  return `${head}${gap}${isSimulator ? HEAD + newline : ""}${written}`
}

/** What a person sees of the lines before they are written. */
export const shownLines = (lines: EnvLine[]): string =>
  lines.map(({ name, value, hidden }) => `+${name}=${hidden ? "(generated, not shown)" : value}`).join("\n")
