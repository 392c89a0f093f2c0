import { spawn } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type Server } from "node:http"
import { type AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"

jest.setTimeout(60_000)

const root = join(__dirname, "../..")
const AUDIT = "/-/npm/v1/security/advisories/bulk"
const ADVISORY = {
  id: 1,
  url: "https://advisories.example/1",
  title: "Example",
  severity: "high",
  vulnerable_versions: "*",
  cwe: [],
  cvss: { score: 0, vectorString: null },
}

/** A registry that knows nothing but what it answers to an audit; null: it does not know that address either. */
async function registry(answer: object | null): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    const known = answer !== null && request.method === "POST" && request.url === AUDIT
    request.resume().on("end", () => {
      response.writeHead(known ? 200 : 405, { "content-type": "application/json" })
      response.end(known ? JSON.stringify(answer) : "")
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
}

/** Asynchronously: the registry that it asks is in this process. */
async function run(registryUrl: string, ...given: string[]): Promise<{ code: number | null; said: string }> {
  const env = { ...process.env, npm_config_registry: registryUrl, npm_config_fetch_retries: "0" }
  const child = spawn(process.execPath, [join(root, "scripts/dependencies.mjs"), ...given], {
    cwd: root,
    env,
  })
  let said = ""
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (text: Buffer) => (said += text.toString()))
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve))
  return { code, said }
}

describe("npm run test:dependencies", () => {
  const folder = mkdtempSync(join(tmpdir(), "dependencies-"))
  afterAll(() => rmSync(folder, { recursive: true }))

  const against = async (answer: object | null, ...given: string[]) => {
    const { url, server } = await registry(answer)
    try {
      return await run(url, ...given)
    } finally {
      await new Promise((resolve) => server.close(resolve))
    }
  }
  const lockFile = (packages: object) => {
    const path = join(folder, `${Math.random().toString(36).slice(2)}.json`)
    writeFileSync(path, JSON.stringify({ lockfileVersion: 3, packages }))
    return path
  }
  /** One package for each licence, each below another one that has a free sibling of its name beside it. */
  const withLicences = (licences: (string | undefined)[]) =>
    lockFile(
      Object.assign(
        {
          "": {
            dependencies: Object.fromEntries(licences.map((_, at) => [`a${at}`, "1"])),
            devDependencies: { dev: "1" },
          },
          "node_modules/dev": { version: "1.0.0", license: "GPL-3.0" },
        },
        ...licences.map((license, at) => ({
          [`node_modules/a${at}`]: { version: "1.0.0", license: "MIT", dependencies: { [`b${at}`]: "2" } },
          [`node_modules/b${at}`]: { version: "1.0.0", license: "GPL-3.0" },
          [`node_modules/a${at}/node_modules/b${at}`]: { version: "2.0.0", license },
        }))
      ) as object
    )

  it("passes without a finding, and says so", async () => {
    const { code, said } = await against({})
    expect([code, said]).toEqual([
      0,
      expect.stringMatching(/^licences: \d+ packages, all of .*MIT.*\nvulnerabilities: none known\n$/),
    ])
  })

  it.each(["axios", "magicast"])("fails on a known vulnerability of %s, by its name", async (name) => {
    const { code, said } = await against({ [name]: [ADVISORY] })
    expect([code, said]).toEqual([1, expect.stringContaining(`vulnerability: ${name}, high`)])
  })

  it.each([
    ["has no audit", async () => await against(null)],
    ["is out of reach", async () => await run("http://127.0.0.1:9/")],
  ])("passes visibly where the registry %s", async (_, asked) => {
    const { code, said } = await asked()
    expect([code, said]).toEqual([
      0,
      expect.stringContaining("vulnerabilities: NOT ANSWERED by the registry ("),
    ])
  })

  it("takes the licences that a store may use as it likes", async () => {
    const free = ["Apache-2.0", "(MIT OR GPL-3.0)", "MIT AND ISC"]
    expect(await against({}, withLicences(free))).toMatchObject({ code: 0 })
  })

  it("refuses any other, each by its package, also below another dependency, where node would find it", async () => {
    const others = ["GPL-3.0", "UNLICENSED", "MIT AND GPL-3.0", "SEE LICENSE IN LICENSE.md", undefined]
    const { code, said } = await against({}, withLicences(others))
    expect(code).toBe(1)
    for (const [at, licence] of others.entries())
      expect(said).toContain(`b${at}@2.0.0 has "${licence ?? "none given"}"`)
    expect(said).not.toContain("dev@")
  })
})
