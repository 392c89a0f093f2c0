import { mkdirSync, mkdtempSync, rmSync, writeFileSync, readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { defineConfig } from "@medusajs/framework/utils"
import { HEALTH_CHECKS } from "../../../settings/health-checks"
import {
  foreignCopies,
  lockingProvider,
  medusaVersion,
  isTested,
  isTooOld,
  TESTED_MEDUSA,
  testedRange,
} from "../medusa"

type Provider = { resolve: unknown; id: string; is_default?: boolean }

/** By what Medusa makes of a store's configuration. */
const withProviders = (...providers: Provider[]) =>
  lockingProvider(
    defineConfig({ modules: [{ resolve: "@medusajs/medusa/locking", options: { providers } }] }).modules
  )

const redis = { resolve: "@medusajs/medusa/locking-redis", id: "locking-redis" }
const postgres = { resolve: "@medusajs/locking-postgres", id: "pg" }
const own = { resolve: "./src/locks", id: "own" }

describe("Medusa's locking provider, as the store's configuration names it", () => {
  it("is the one in memory where nothing is said", () => {
    expect(lockingProvider(defineConfig({}).modules)).toBe("in-memory")
    expect(withProviders()).toBe("in-memory")
  })

  it("is the only one, or the one that is marked as default", () => {
    expect(withProviders(redis)).toBe("locking-redis")
    expect(withProviders(postgres)).toBe("locking-postgres")
    expect(withProviders(postgres, { ...redis, is_default: true })).toBe("locking-redis")
    expect(withProviders({ ...postgres, is_default: true }, redis)).toBe("locking-postgres")
    expect(withProviders(postgres, redis)).toBe("in-memory")
  })

  it("is not known for a provider or a module of somebody else", () => {
    expect(withProviders(own)).toBeNull()
    expect(withProviders({ resolve: {}, id: "object" })).toBeNull()
    expect(withProviders(redis, { ...own, is_default: true })).toBeNull()
    expect(lockingProvider({ locking: { resolve: "./src/modules/locking" } } as never)).toBeNull()
    expect(lockingProvider({ locking: false } as never)).toBeNull()
    expect(lockingProvider(undefined)).toBeNull()
  })
})

describe("the version of Medusa that runs", () => {
  const folders: string[] = []
  afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })))
  const storeWith = (manifest: string) => {
    const folder = mkdtempSync(join(tmpdir(), "store-"))
    folders.push(folder)
    const medusa = join(folder, "node_modules/@medusajs/medusa")
    mkdirSync(medusa, { recursive: true })
    writeFileSync(join(medusa, "package.json"), manifest)
    return folder
  }

  it("is that of the store's own copy", () => {
    expect(medusaVersion(storeWith('{"name": "@medusajs/medusa", "version": "2.99.0"}'))).toBe("2.99.0")
  })

  it("is that of the plugin's copy where the store is elsewhere", () => {
    expect(medusaVersion(tmpdir())).toBe(
      jest.requireActual<{ version: string }>("@medusajs/medusa/package.json").version
    )
  })

  it("is not known where nobody says it", () => {
    expect(medusaVersion(storeWith("{}"))).toBeNull()
  })
})

describe("the packages that the dashboard shares with its extensions", () => {
  const store = mkdtempSync(join(tmpdir(), "store-"))
  afterAll(() => rmSync(store, { recursive: true }))
  const have = (name: string, manifest: object) => {
    const folder = join(store, "node_modules", name)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, "package.json"), JSON.stringify(manifest))
  }

  it("are compared with what the store's own dashboard names", () => {
    expect(foreignCopies(store)).toEqual([])
    have("react-router-dom", { version: "6.30.4" })
    expect(foreignCopies(store)).toEqual([])
    have("@medusajs/dashboard", {
      dependencies: {
        "react-router-dom": "7.18.2",
        "react-i18next": "13.5.0",
        "@tanstack/react-query": "^5",
      },
    })
    have("@tanstack/react-query", { version: "5.90.0" })
    expect(foreignCopies(store)).toEqual([
      { name: "react-router-dom", installed: "6.30.4", wanted: "7.18.2" },
    ])
    have("react-i18next", { version: "13.5.0" })
    have("react-router-dom", { version: "7.18.2" })
    expect(foreignCopies(store)).toEqual([])
  })

  it("are the dashboard's where this plugin is developed", () => {
    expect(foreignCopies()).toEqual([])
  })
})

const range = { first: "2.21.2", last: "2.23.0" }

describe("the range of Medusa that the checks were run on", () => {
  it.each([
    ["2.21.2", true],
    ["2.21.10", true],
    ["2.22.0", true],
    ["2.23.0", true],
    ["2.21.1", false],
    ["2.9.9", false],
    ["2.23.1", false],
    ["2.100.0", false],
    ["3.21.5", false],
    ["1.22.0", false],
    ["2.22.0-preview-20260101", false],
    ["2.22", false],
    ["v2.22.0", false],
    ["latest", false],
    ["", false],
  ])("holds %p: %p", (version, held) => {
    expect(isTested(version, range)).toBe(held)
  })

  it("begins with the least that can be used at all", () => {
    expect(["2.20.1", "2.9.9", "1.100.0"].map(isTooOld)).toEqual([true, true, true])
    expect(["2.21.0", "2.21.2", "2.22.0-preview-20260101", "3.0.0"].map(isTooOld)).not.toContain(true)
  })

  it("counts majors of two digits as numbers, too", () => {
    const wide = { first: "9.0.0", last: "10.1.0" }
    expect(["9.9.9", "10.1.0", "10.1.1", "8.9.9"].map((version) => isTested(version, wide))).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  it("is written as people read it", () => {
    expect([testedRange(range), testedRange({ first: "2.21.2", last: "2.21.2" })]).toEqual([
      "2.21.2 to 2.23.0",
      "2.21.2",
    ])
  })

  it("holds the one that is installed here, and the least that the package asks for", () => {
    const installed = JSON.parse(readFileSync(require.resolve("@medusajs/medusa/package.json"), "utf8"))
    expect(isTested(installed.version)).toBe(true)
    const { peerDependencies } = jest.requireActual<{ peerDependencies: Record<string, string> }>(
      "../../../../package.json"
    )
    expect(peerDependencies["@medusajs/medusa"]).toBe(`^${TESTED_MEDUSA.first}`)
    // Of what the dashboard shares its own version counts, and doctor decides: npm would refuse the next Medusa for the number alone.
    expect(peerDependencies).toMatchObject({
      "@medusajs/ui": "^4.2.4",
      "@tanstack/react-query": "^5.64.2",
      "react-i18next": ">=13.5.0 <17",
      "react-router-dom": "^7.0.0",
    })
    expect(HEALTH_CHECKS.dashboard_packages_foreign).toBe("error")
  })
})
