import { VERSION } from "../version"

const DEV = "medusa-payment-paycollect-dev"

/** What only changes or simulates, so that a store in production does not carry it. */
const MOVED = ["init", "storefront", "sandbox", "uninstall"]

/** Where a command is that the development tools have; null for another word. */
export function movedTo(name: string): string | null {
  if (!MOVED.includes(name)) return null
  return [
    `${name} is a command of ${DEV}, a development dependency of the store (docs/install.md):`,
    "",
    `  npm install -D ${DEV}@${VERSION}`,
    `  npx ${DEV} ${name}`,
  ].join("\n")
}
