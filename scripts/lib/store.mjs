import { randomBytes } from "node:crypto"
import { existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { backendDir, root, stampDir, stateDir, storefrontDir } from "./paths.mjs"
import { medusa, npm, quietEnv } from "./prepare.mjs"
import { hashOf, unlessCurrent } from "./stamps.mjs"
import { skipped, step } from "./steps.mjs"

/** What the demo's store sent to its merchant; shown at /mails. */
export const mailFile = join(stateDir, "mails.jsonl")

/** Made once and kept, so that logins and what was entered in the dashboard survive a restart. */
function secrets() {
  const file = join(stateDir, "secrets.json")
  const all = {
    JWT_SECRET: randomBytes(32).toString("hex"),
    COOKIE_SECRET: randomBytes(32).toString("hex"),
    PAYCOLLECT_ENCRYPTION_KEY: randomBytes(32).toString("base64"),
    ...(existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {}),
  }
  writeFileSync(file, JSON.stringify(all), { mode: 0o600 })
  return all
}

/** Payments of the demo stay in the test environment whatever the surroundings say. */
export function storeEnv({ ports, databaseUrl, service }) {
  const backendUrl = `http://localhost:${ports.backend}`
  const storefrontUrl = `http://localhost:${ports.storefront ?? 8000}`
  const env = { ...quietEnv, ...secrets(), NODE_ENV: "production", DATABASE_URL: databaseUrl }
  for (const name of Object.keys(env)) if (/^PAYCOLLECT_LIVE_/.test(name)) delete env[name]
  return {
    ...env,
    ...service,
    STORE_CORS: storefrontUrl,
    ADMIN_CORS: backendUrl,
    AUTH_CORS: `${storefrontUrl},${backendUrl}`,
    PAYCOLLECT_ENVIRONMENT: "test",
    PAYCOLLECT_BACKEND_URL: backendUrl,
    PAYCOLLECT_STOREFRONT_URL: storefrontUrl,
    DEMO_MAILS: mailFile,
  }
}

export const inBackend = (env) => ({ cwd: backendDir, env })

export async function prepareDatabase(children, { notes, env }) {
  const outcome = notes ? `${notes}.store.json` : join(stateDir, "store.json")
  const structure = [
    "package-lock.json",
    "src/modules",
    "demo/backend/medusa-config.ts",
    "demo/backend/package.json",
  ]
  const filling = [...structure, "demo/backend/src/scripts"]
  const migrate = () =>
    step("Database migrations", () =>
      children.run("migrate", [...medusa, "db:migrate", "--execute-safe-links"], inBackend(env))
    )
  const seed = () =>
    step("Seeding regions, products, promotions and logins", () =>
      children.run("seed", [...medusa, "exec", "./src/scripts/seed.ts", outcome], inBackend(env))
    )
  if (notes) {
    const addresses = [env.PAYCOLLECT_BACKEND_URL]
    const migrated = {
      stamp: `${notes}.migrated`,
      hash: hashOf(structure),
      onSkip: () => skipped("Database migrations"),
    }
    await unlessCurrent(migrated, migrate)
    const onSkip = () => skipped("Seed")
    await unlessCurrent(
      { stamp: `${notes}.seeded`, hash: hashOf(filling, addresses), output: outcome, onSkip },
      seed
    )
  } else {
    await migrate()
    await seed()
  }
  return JSON.parse(readFileSync(outcome, "utf8"))
}

export async function buildDashboard(children, env) {
  const inputs = [
    "package-lock.json",
    "package.json",
    "src/admin",
    "demo/backend/medusa-config.ts",
    "demo/backend/src/admin",
  ]
  const output = join(backendDir, ".medusa/admin/index.html")
  const built = {
    stamp: join(stampDir, "dashboard.stamp"),
    hash: hashOf(inputs),
    output,
    onSkip: () => skipped("Dashboard"),
  }
  await unlessCurrent(built, () =>
    step("Building the dashboard", () =>
      children.run(
        "dashboard",
        [...medusa, "build", "--admin-only"],
        inBackend({ ...env, NODE_ENV: "production" })
      )
    )
  )
  // `medusa start` looks for it here, because in production it usually runs inside the build's own folder.
  const link = join(backendDir, "public/admin")
  mkdirSync(dirname(link), { recursive: true })
  if (!lstatSync(link, { throwIfNoEntry: false })) symlinkSync("../.medusa/admin", link)
}

export async function buildStorefront(children) {
  const inputs = [
    "demo/storefront",
    "packages/storefront",
    "package-lock.json",
    "scripts/build-storefront.mjs",
  ]
  const output = join(storefrontDir, "dist/index.html")
  const built = {
    stamp: join(stampDir, "storefront.stamp"),
    hash: hashOf(inputs),
    output,
    onSkip: () => skipped("Storefront"),
  }
  await unlessCurrent(built, () =>
    step("Building the storefront", () =>
      children.run("storefront", [npm, "run", "build", "-w", "demo/storefront"], {
        cwd: root,
        env: { ...quietEnv, NODE_ENV: "production" },
      })
    )
  )
}
