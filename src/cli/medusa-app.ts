import { existsSync } from "node:fs"
import { createRequire } from "node:module"
import { join, dirname } from "node:path"
import { logger } from "@medusajs/framework/logger"
import { type MedusaContainer } from "@medusajs/framework/types"
import { within } from "../service/config"

interface MedusaApp {
  container: MedusaContainer
  close(): Promise<void>
}

/** Medusa waits for its database for minutes; an operator who looks for the fault wants to hear of it. */
const DATABASE_MS = 15_000

interface Loaders {
  initializeContainer(directory: string): Promise<MedusaContainer>
}

/** What one command of Medusa mends. */
export class StoreNotReady extends Error {
  override readonly name = "StoreNotReady"

  /** @param next the command */
  constructor(
    what: string,
    readonly next: string | null
  ) {
    super(next ? `${what} Run: ${next}` : what)
  }
}

/** What Medusa makes of the driver's refusal is a page of its fields. */
function inOneSentence(error: unknown): unknown {
  const { code, message = "" } = error as { code?: string; message?: string }
  if (code === "3D000") {
    const name = /database "([\w-]+)"/.exec(message)?.[1] ?? "<name>"
    return new StoreNotReady(`There is no database ${name} yet.`, `npx medusa db:create --db ${name}`)
  }
  return code === "28P01" || code === "28000"
    ? new StoreNotReady("The database does not take the name and the password of DATABASE_URL.", null)
    : error
}

/**
 * The store's configuration, and a database that answers, with the store's own copies of Medusa's packages.
 * @throws Error when there is no store, its packages are not installed, or its configuration is refused
 * @throws StoreNotReady when its database is not there or does not answer
 */
export async function reachStore(directory: string) {
  const isStore = ["ts", "js", "mjs", "cjs"].some((end) =>
    existsSync(join(directory, `medusa-config.${end}`))
  )
  if (!isStore)
    throw new Error(`There is no medusa-config in ${directory}. Run this in the folder of your Medusa store.`)
  const lacking = lacksPackages(directory)
  if (lacking) throw new Error(lacking)
  const require = createRequire(join(directory, "package.json"))
  readTypeScript(require)
  // Nothing that waits for a worker is picked up by this process.
  process.env.MEDUSA_WORKER_MODE = "server"
  process.env.LOG_LEVEL ??= "error"
  // Medusa read it when it was imported.
  logger.setLogLevel(process.env.LOG_LEVEL)

  const { initializeContainer } = require("@medusajs/medusa/loaders/index") as Loaders
  const utils = require("@medusajs/framework/utils") as typeof import("@medusajs/framework/utils")
  process.chdir(directory)
  utils.loadEnv(process.env.NODE_ENV || "development", directory)
  const container = await within(DATABASE_MS, () => initializeContainer(directory)).catch((error) => {
    throw inOneSentence(error)
  })
  if (container === "unanswered")
    throw new StoreNotReady(
      `The database did not answer within ${DATABASE_MS / 1_000} s: it is not running, or DATABASE_URL leads elsewhere.`,
      null
    )
  return { container, require, utils }
}

/**
 * Loads the store in `directory` as `medusa exec` does, up to its modules: no HTTP server, no jobs, no subscribers, and no writing of defaults.
 * @throws Error as {@link reachStore}, and StoreNotReady where the database was never migrated
 */
export async function loadMedusaApp(directory: string): Promise<MedusaApp> {
  const { container, require, utils } = await reachStore(directory)
  const framework = require("@medusajs/framework") as typeof import("@medusajs/framework")
  await assertMigrated(container.resolve(utils.ContainerRegistrationKeys.PG_CONNECTION))
  const config = container.resolve(utils.ContainerRegistrationKeys.CONFIG_MODULE)
  const plugins = await utils.getResolvedPlugins(directory, config, true)
  utils.mergePluginModules(config, plugins, directory)
  const app = await new framework.MedusaAppLoader().load()
  return {
    container,
    async close() {
      await app.onApplicationPrepareShutdown()
      await app.onApplicationShutdown()
      await container.resolve(utils.ContainerRegistrationKeys.PG_CONNECTION).destroy()
    },
  }
}

/** Some of Medusa's modules end the process, with a stack, where their tables are missing. */
async function assertMigrated(connection: { raw(sql: string): PromiseLike<unknown> }): Promise<void> {
  const sql = "select to_regclass('mikro_orm_migrations') is not null as migrated"
  const { rows } = (await connection.raw(sql)) as { rows: { migrated: boolean }[] }
  if (!rows[0]?.migrated)
    throw new StoreNotReady(
      "Its database holds no tables of Medusa: it was never migrated.",
      "npx medusa db:migrate"
    )
}

/** As Medusa's own command line: a store in production may have neither package, and then its configuration is JavaScript. */
function readTypeScript(require: NodeJS.Require): void {
  try {
    const medusa = createRequire(require.resolve("@medusajs/cli/cli.js"))
    for (const name of ["ts-node", "tsconfig-paths"])
      (medusa(name) as { register(options: object): void }).register({ transpileOnly: true })
  } catch {
    // The loader says so itself when it cannot read the configuration.
  }
}

const MEDUSA = "@medusajs/medusa"

const OTHERS = { "pnpm-lock.yaml": "pnpm install", "yarn.lock": "yarn install" }

/** By the lock file of the folder or of the workspace around it. */
function installCommand(directory: string): string {
  for (let folder = directory; ; folder = dirname(folder)) {
    const found = Object.entries(OTHERS).find(([lock]) => existsSync(join(folder, lock)))
    if (found) return found[1]
    const isTop = folder === dirname(folder) || existsSync(join(folder, ".git"))
    if (isTop || existsSync(join(folder, "package-lock.json"))) return "npm install"
  }
}

/** That the store has none of its packages, as after a fresh clone, and what to do; null where it has them. */
export function lacksPackages(directory: string): string | null {
  const places = createRequire(join(directory, "package.json")).resolve.paths(MEDUSA) ?? []
  if (places.some((place) => existsSync(join(place, MEDUSA, "package.json")))) return null
  return `The store's packages are not installed: there is no ${MEDUSA} in ${directory}. Run there: ${installCommand(directory)}.`
}
