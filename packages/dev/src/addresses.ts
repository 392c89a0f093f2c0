import { UsageError } from "./command"

const LOOPBACK = /^(localhost|\[::1\]|127(\.\d{1,3}){3})$/

/** https, or http on this machine, without credentials and query: as the plugin's options have to be. */
function isSafe(text: string): boolean {
  if (/[\s\\?#]/.test(text) || !URL.canParse(text)) return false
  const { protocol, hostname, username, password } = new URL(text)
  return (
    (protocol === "https:" || (protocol === "http:" && LOOPBACK.test(hostname))) && !(username || password)
  )
}

/** The options `--backend-url` and `--storefront-url`. @throws UsageError */
export function readAddresses(values: { "backend-url"?: string; "storefront-url"?: string }) {
  const { "backend-url": backendUrl, "storefront-url": storefrontUrl } = values
  for (const [option, value] of Object.entries({
    "--backend-url": backendUrl,
    "--storefront-url": storefrontUrl,
  }))
    if (value !== undefined && !isSafe(value))
      throw new UsageError(`${option} takes an https address, or http on this machine`)
  return { ...(backendUrl && { backendUrl }), ...(storefrontUrl && { storefrontUrl }) }
}
