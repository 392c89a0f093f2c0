import { existsSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { type ConfigModule } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { declaredModule } from "../../orders/records/notification-channels"

const MANIFEST = "@medusajs/medusa/package.json"

/** The Medusa that this process runs: the store's own, where it is started in the store's folder, else the plugin's. Null: not to be told. */
export function medusaVersion(directory = process.cwd()): string | null {
  try {
    const manifest = require.resolve(MANIFEST, { paths: [directory, __dirname] })
    const { version } = JSON.parse(readFileSync(manifest, "utf8")) as PackageManifest
    return version ?? null
  } catch {
    return null
  }
}

/** Of each of these the dashboard and its extensions have to use one copy: a context of the one is not seen by the other. */
const SHARED = ["react-router-dom", "react-i18next", "@tanstack/react-query"] as const

/** A package of which the store has another version than its dashboard names. */
export interface PackageCopy {
  name: string
  installed: string
  wanted: string
}

/**
 * The build of the dashboard takes these packages from the store's folder, its own pages too. Empty also where there is no dashboard, and where
 * it names no single version.
 */
export function foreignCopies(directory = process.cwd()): PackageCopy[] {
  const dashboard = manifestOf(directory, "@medusajs/dashboard")
  return SHARED.flatMap((name) => {
    const wanted = dashboard?.dependencies?.[name]
    const installed = manifestOf(directory, name)?.version
    const isForeign = wanted && /^\d/.test(wanted) && installed && installed !== wanted
    return isForeign ? [{ name, installed, wanted }] : []
  })
}

interface PackageManifest {
  version?: string
  dependencies?: Record<string, string>
}

/** By its place: a package need not export its manifest. */
function manifestOf(directory: string, name: string): PackageManifest | null {
  const places = createRequire(join(directory, "package.json")).resolve.paths(name) ?? []
  const file = places.map((place) => join(place, name, "package.json")).find((path) => existsSync(path))
  return file ? (JSON.parse(readFileSync(file, "utf8")) as PackageManifest) : null
}

const OUR_PROVIDER = /^@medusajs\/(?:medusa\/)?(locking-redis|locking-postgres)$/

/**
 * Medusa's locking provider as the store's configuration names it, by the module's own rule: the one marked as default, or the only one,
 * else the one in memory. The Locking Module itself does not tell.
 * @returns null for a module or a provider that is not Medusa's
 */
export function lockingProvider(modules: ConfigModule["modules"]): string | null {
  const locking = declaredModule<LockingOptions>(modules, Modules.LOCKING)
  if (!locking?.isMedusas) return null
  const { providers = [] } = locking.options
  const chosen = providers.filter(({ is_default }) => is_default || providers.length === 1).at(-1)
  if (!chosen) return "in-memory"
  return (typeof chosen.resolve === "string" && OUR_PROVIDER.exec(chosen.resolve)?.[1]) || null
}

interface LockingOptions {
  providers?: { resolve?: unknown; is_default?: boolean }[]
}

/**
 * The versions of Medusa that `npm run test:medusa` passed on, first to last. Moved only after a run on the new one: what may change with
 * an upgrade is listed in docs/medusa.md, each with the test that pins it.
 */
export const TESTED_MEDUSA = { first: "2.21.0", last: "2.21.2" } as const

const VERSIONS = new Intl.Collator("en", { numeric: true })

/** The dashboard does not build with the plugin's pages, and no checkout was ever tried. */
export const isTooOld = (version: string) => VERSIONS.compare(version, TESTED_MEDUSA.first) < 0

/** "2.21.2", or "2.21.0 to 2.21.2" */
export function testedRange({ first, last }: { first: string; last: string } = TESTED_MEDUSA): string {
  return first === last ? first : `${first} to ${last}`
}

/** A preview of a version is another program than the version. */
export function isTested(
  version: string,
  { first, last }: { first: string; last: string } = TESTED_MEDUSA
): boolean {
  const isRelease = /^\d+\.\d+\.\d+$/.test(version)
  return isRelease && VERSIONS.compare(version, first) >= 0 && VERSIONS.compare(version, last) <= 0
}
