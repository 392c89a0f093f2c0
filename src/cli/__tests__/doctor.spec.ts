import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { type AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { logger } from "@medusajs/framework/logger"
import { doctorCommand, silentSimulator, silentStorefront } from "../doctor"
import { loadMedusaApp } from "../medusa-app"

jest.mock("../medusa-app", () => {
  const actual = jest.requireActual<typeof import("../medusa-app")>("../medusa-app")
  return { ...actual, loadMedusaApp: jest.fn(actual.loadMedusaApp) }
})

afterEach(() => jest.restoreAllMocks())

it("says that the packages of the store are not installed, that nothing was changed, and what to run", async () => {
  const store = mkdtempSync(join(tmpdir(), "paycollect-doctor-"))
  for (const name of ["medusa-config.ts", "pnpm-lock.yaml"]) writeFileSync(join(store, name), "")
  const said = jest.spyOn(console, "log").mockImplementation()
  expect(await doctorCommand.run(["--cwd", store])).toBe(1)
  const [[text]] = said.mock.calls as [[string]]
  expect(text).toContain(
    `ERROR    The store could not be looked at, and nothing was changed: The store's packages are not installed: there is no @medusajs/medusa in ${store}. Run there: pnpm install.\n`
  )
  rmSync(store, { recursive: true })
})

it("says that there is no store, and counts one error in the singular", async () => {
  const said = jest.spyOn(console, "log").mockImplementation()
  expect(await doctorCommand.run(["--cwd", __dirname])).toBe(1)
  const [[text]] = said.mock.calls as [[string]]
  expect(text).toMatch(/\nERROR .*no medusa-config in .*\n\n1 error, 0 warnings$/)
})

it("says that the configuration does not have the plugin, and what puts it there", async () => {
  const close = jest.fn(() => Promise.resolve())
  const container = { resolve: () => undefined }
  jest.mocked(loadMedusaApp).mockResolvedValueOnce({ container, close } as never)
  const said = jest.spyOn(console, "log").mockImplementation()
  expect(await doctorCommand.run([])).toBe(1)
  const [[text]] = said.mock.calls as [[string]]
  expect(text).toContain(
    "ERROR    The store could not be looked at: Its medusa-config does not have the plugin. Run: npx medusa-payment-paycollect-dev init\n"
  )
  expect(close).toHaveBeenCalledTimes(1)
})

it("says where nothing answers that can only be a simulator, and how it is started", () => {
  const asked = {
    environment: "test",
    ok: false,
    code: "unreachable",
    latency_ms: null,
    checked_at: "2026-11-28T12:00:00.000Z",
    message: "no connection could be made",
  } as const
  const at = (baseUrl?: string) => ({ test: { baseUrl }, live: { baseUrl: "http://127.0.0.1:1/v1" } })
  expect(silentSimulator(asked, at("http://127.0.0.1:4010/v1"))).toEqual({
    ...asked,
    message:
      "Nothing answers at http://127.0.0.1:4010/v1, an address of this machine. No money is involved. Start the simulator: npx medusa-payment-paycollect-dev sandbox",
  })
  for (const baseUrl of ["https://pay.example/v1", undefined])
    expect(silentSimulator(asked, at(baseUrl))).toBe(asked)
  const refused = { ...asked, code: "invalid_key" as const }
  expect(silentSimulator(refused, at("http://127.0.0.1:4010/v1"))).toBe(refused)
})

describe("a database that does not let the store in", () => {
  /** A store whose Medusa reaches its database with this outcome. */
  function storeWith(error: object) {
    const store = mkdtempSync(join(tmpdir(), "paycollect-doctor-"))
    const write = (path: string, text: string) => {
      mkdirSync(join(store, path, ".."), { recursive: true })
      writeFileSync(join(store, path), text)
    }
    write("medusa-config.ts", "")
    write("node_modules/@medusajs/medusa/package.json", "{}")
    write(
      "node_modules/@medusajs/medusa/loaders/index.js",
      `exports.initializeContainer = async () => { throw Object.assign(new Error(), ${JSON.stringify(error)}) }`
    )
    write("node_modules/@medusajs/framework/utils.js", "exports.loadEnv = () => undefined")
    return store
  }
  const cwd = process.cwd()
  afterEach(() => process.chdir(cwd))

  const advice = "\n\nSee https://docs.example/database-errors for troubleshooting steps."
  it.each([
    [
      { code: "3D000", message: `Failed to connect: database "shop-1" does not exist${advice}` },
      "There is no database shop-1 yet. Run: npx medusa db:create --db shop-1",
      "npx medusa db:create --db shop-1",
    ],
    [
      { code: "28P01", message: `password authentication failed for user "me"${advice}` },
      "The database does not take the name and the password of DATABASE_URL.",
      null,
    ],
    [{ message: `postgres://me:secret@db/shop is no good${advice}` }, "[address] is no good", null],
  ])("%j: is one sentence, with the command", async (error, sentence, next) => {
    const store = storeWith(error)
    const said = jest.spyOn(console, "log").mockImplementation()
    expect(await doctorCommand.run(["--json", "--cwd", store])).toBe(1)
    const [[text]] = said.mock.calls as [[string]]
    const message = `The store could not be looked at, and nothing was changed: ${sentence}`
    expect(JSON.parse(text)).toMatchObject({ checks: [{ id: "store_not_loaded", message, next }] })
    rmSync(store, { recursive: true })
  })

  it.each([
    [undefined, "error"],
    ["debug", "debug"],
  ])("lets Medusa say no more than errors unless told otherwise: LOG_LEVEL %s", async (given, level) => {
    jest.replaceProperty(process, "env", { ...process.env, LOG_LEVEL: given })
    if (given === undefined) delete process.env.LOG_LEVEL
    const set = jest.spyOn(logger, "setLogLevel").mockImplementation()
    jest.spyOn(console, "log").mockImplementation()
    const store = storeWith({ code: "28P01" })
    expect(await doctorCommand.run(["--cwd", store])).toBe(1)
    expect(set.mock.calls).toEqual([[level]])
    rmSync(store, { recursive: true })
  })
})

describe("the shop's address", () => {
  it("is called silent where nobody answers, whatever is answered else", async () => {
    const shop = createServer((_, response) => response.writeHead(500).end())
    await new Promise<void>((resolve) => shop.listen(0, "127.0.0.1", resolve))
    const url = `http://localhost:${(shop.address() as AddressInfo).port}`
    expect(await silentStorefront(url, false)).toEqual([])
    await new Promise((resolve) => shop.close(resolve))
    expect(await silentStorefront(url, false)).toEqual([
      {
        id: "storefront_silent",
        status: "warning",
        message: expect.stringContaining(`Nobody answers at ${url}, where customers are sent after paying`),
      },
    ])
  })

  it("is called from outside only when it may be, and not where there is none", async () => {
    const asked = jest.spyOn(globalThis, "fetch").mockRejectedValue(new Error("nobody"))
    expect(await silentStorefront("https://shop.example", false)).toEqual([])
    expect(await silentStorefront(undefined, true)).toEqual([])
    expect(asked).not.toHaveBeenCalled()
    expect(await silentStorefront("https://shop.example", true)).toHaveLength(1)
  })
})
