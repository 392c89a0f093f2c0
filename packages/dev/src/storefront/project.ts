import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { packageManager } from "../packages"
import { GUIDE } from "./guide"

export const KIT = "medusa-payment-paycollect-storefront"

interface StorefrontManifest {
  name?: string
  dependencies?: Record<string, string>
}

export interface Storefront {
  directory: string
  starter: "dtc-starter" | "nextjs-starter-medusa"
  /** How a package is installed into it; null when the kit is there. */
  install: string | null
}

/**
 * Which of the official storefronts is in the folder, or in the workspace of the folder.
 * @throws Error where it is none of them, in words for the person who ran the command
 */
export function storefrontIn(folder: string): Storefront {
  const inside = join(folder, "apps/storefront")
  const directory = existsSync(join(inside, "package.json")) ? inside : folder
  const path = join(directory, "package.json")
  if (!existsSync(path)) throw stranger(`There is no package.json in ${directory}`)
  const manifest = JSON.parse(readFileSync(path, "utf8")) as StorefrontManifest
  const { dependencies = {} } = manifest
  const pages = join(directory, "src/app/[countryCode]/(checkout)")
  if (!dependencies.next || !existsSync(pages))
    throw stranger(`${directory} is none of Medusa's official storefronts`)
  const hasOwnComponents = existsSync(join(directory, "src/modules/common/components/ui"))
  return {
    directory,
    starter: hasOwnComponents ? "dtc-starter" : "nextjs-starter-medusa",
    install: KIT in dependencies ? null : packageManager(directory).add,
  }
}

const stranger = (because: string) =>
  new Error(
    `${because}: name the folder of dtc-starter's apps/storefront or of nextjs-starter-medusa. Nothing was changed. For other storefronts ` +
      `the steps of ${GUIDE} are a model to follow.`
  )
