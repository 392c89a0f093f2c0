import { readFileSync } from "node:fs"
import { type ConfigModule } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"

const MANIFEST = "@medusajs/medusa/package.json"

/** The Medusa that this process runs: the store's own, where it is started in the store's folder, else the plugin's. Null: not to be told. */
export function medusaVersion(directory = process.cwd()): string | null {
  try {
    const manifest = require.resolve(MANIFEST, { paths: [directory, __dirname] })
    const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { version?: unknown }
    return typeof version === "string" ? version : null
  } catch {
    return null
  }
}

const PROVIDER = /^@medusajs\/(?:medusa\/)?(locking-redis|locking-postgres)$/

/**
 * Medusa's locking provider as the store's configuration names it, by the module's own rule: the one marked as default, or the only one,
 * else the one in memory. The Locking Module itself does not tell.
 * @returns null for a module or a provider that is not Medusa's
 */
export function lockingProvider(modules: ConfigModule["modules"]): string | null {
  const locking: unknown = modules?.[Modules.LOCKING]
  if (!isDeclared(locking) || !/^@medusajs\/(?:medusa\/)?locking$/.test(locking.resolve)) return null
  const providers = locking.options?.providers ?? []
  const chosen = providers.filter(({ is_default }) => is_default || providers.length === 1).at(-1)
  if (!chosen) return "in-memory"
  return (typeof chosen.resolve === "string" && PROVIDER.exec(chosen.resolve)?.[1]) || null
}

interface Declared {
  resolve: string
  options?: { providers?: { resolve?: unknown; is_default?: boolean }[] }
}

function isDeclared(module: unknown): module is Declared {
  return (
    typeof module === "object" && module !== null && "resolve" in module && typeof module.resolve === "string"
  )
}
