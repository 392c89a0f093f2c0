import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { parseArgs } from "node:util"
import { Children, endLeftovers } from "./lib/children.mjs"
import { endTogether } from "./lib/lifecycle.mjs"
import { isNewer, newestOf, verdictOf } from "./lib/medusa-news.mjs"
import { root, stateDir } from "./lib/paths.mjs"
import { buildPlugin, checkNode, install, npm, quietEnv } from "./lib/prepare.mjs"
import { unlessCurrent } from "./lib/stamps.mjs"
import { dim, Failure, report, say, skipped, step } from "./lib/steps.mjs"

/**
 * `npm run test:medusa -- 2.21.0 [--rings http,promise,package] [--only <words of a test's name>]` (or `latest`): the build of this tree, which is what is
 * published, beside another Medusa. A copy of the tree in the system's folder for temporary files gets that Medusa installed and keeps it for the
 * next run; the rings run in the copy, the package check with a store of that version.
 * `newest` is the latest that is published, previews among them. With `--news` a ring that fails runs once more with the tree's own Medusa: what fails
 * beside the other alone is printed as news and fails nothing (`npm run test:medusa-news`).
 */
const rings = ["http", "promise", "package"]

/** The packages that a Medusa is made of carry its number; these do not, but the dashboard names the one copy that it shares. */
const shared = ["@medusajs/ui", "@tanstack/react-query", "react-i18next", "react-router-dom"]

function readArguments() {
  const options = {
    rings: { type: "string", default: rings.join() },
    only: { type: "string" },
    news: { type: "boolean", default: false },
  }
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const [wanted] = positionals
  const chosen = values.rings.split(",")
  if (positionals.length !== 1 || !/^(\d+\.\d+\.\d+(-[\w.-]+)?|latest|newest)$/.test(wanted))
    throw new Failure("npm run test:medusa -- <version of Medusa, such as 2.21.0, or latest, or newest>")
  const unknown = chosen.find((ring) => !rings.includes(ring))
  if (unknown !== undefined) throw new Failure(`--rings takes ${rings.join(", ")}, not "${unknown}"`)
  return { wanted, chosen, only: values.only, news: values.news }
}

function ask(wanted, fields) {
  const args = ["view", `@medusajs/dashboard@${wanted}`, ...fields, "--json"]
  try {
    return JSON.parse(execFileSync(npm, args, { cwd: root, env: quietEnv, encoding: "utf8" }))
  } catch (error) {
    throw new Failure(`npm does not know Medusa ${wanted}\n${error.stderr ?? error.message}`)
  }
}

/** @returns the version, and the packages that its dashboard names */
const lookUp = (wanted) =>
  ask(wanted === "newest" ? newestOf(ask("latest", ["versions"])) : wanted, ["version", "dependencies"])

const manifestOf = (dir) => JSON.parse(readFileSync(join(dir, "package.json"), "utf8"))
const current = manifestOf(root).devDependencies["@medusajs/medusa"]

/** The manifest with the other Medusa. Peers say what is claimed; whether that is true is what the run is to show. */
function withMedusa({ peerDependencies: _, ...manifest }, version, pins) {
  const moved = (dependencies = {}) =>
    Object.fromEntries(
      Object.entries(dependencies).map(([name, range]) => {
        const own = name.startsWith("@medusajs/") && range === current
        return [name, own ? version : shared.includes(name) ? pins[name] : range]
      })
    )
  const { dependencies, devDependencies } = manifest
  return { ...manifest, dependencies: moved(dependencies), devDependencies: moved(devDependencies) }
}

/** The files that git knows or would take; what was installed in the copy stays. */
function copyTree(copy) {
  mkdirSync(copy, { recursive: true })
  const kept = ["node_modules", "package-lock.json", "installed.stamp"]
  for (const entry of readdirSync(copy)) {
    if (!kept.includes(entry)) rmSync(join(copy, entry), { recursive: true, force: true })
  }
  const list = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "-z"], { cwd: root })
  for (const file of list.toString().split("\0").filter(Boolean)) {
    if (file === "package-lock.json" || !existsSync(join(root, file))) continue
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    cpSync(join(root, file), join(copy, file))
  }
}

async function prepareCopy(children, { copy, version, pins }) {
  copyTree(copy)
  const parts = manifestOf(root).workspaces
  const manifests = parts.map((part) => {
    const text = JSON.stringify(withMedusa(manifestOf(join(root, part)), version, pins), null, 2)
    writeFileSync(join(copy, part, "package.json"), text)
    return text
  })
  const hash = createHash("sha256").update(manifests.join()).digest("hex")
  const stamp = join(copy, "installed.stamp")
  const title = `Medusa ${version} in ${copy}`
  await unlessCurrent({ stamp, hash, onSkip: () => skipped(title) }, () =>
    step(title, async () => {
      for (const old of ["node_modules", "package-lock.json"])
        rmSync(join(copy, old), { recursive: true, force: true })
      const flags = ["--prefer-offline", "--no-audit", "--no-fund"]
      await children.run("medusa-install", [npm, "install", ...flags], { cwd: copy, env: quietEnv })
    })
  )
  for (const built of [".medusa/server", "packages/storefront/dist", "packages/dev/dist"])
    cpSync(join(root, built), join(copy, built), { recursive: true })
  const mark = `import("./scripts/lib/prepare.mjs").then(({ markBuilt }) => markBuilt())`
  execFileSync(process.execPath, ["-e", mark], { cwd: copy, env: quietEnv })
}

/** @param version without one, the tree's own @returns whether all passed, and the counts in words */
async function runRing(children, { copy, ring, version, only }) {
  const env = { ...quietEnv, PAYCOLLECT_DEMO_DIR: join(copy, ".demo") }
  if (ring === "package") {
    const medusa = version ? ["--medusa", version] : []
    const command = [process.execPath, "scripts/package-check.mjs", ...medusa]
    const child = children.start("medusa-package", command, { cwd: root, env, stdio: "inherit" })
    const { code } = await child.finished
    return { ok: code === 0, counts: code === 0 ? "passed" : "FAILED" }
  }
  const outcome = join(copy, `${ring}.json`)
  const narrowed = only ? ["-t", only] : []
  const ringOf = ["scripts/test.mjs", "--selectProjects", ring, "--json", `--outputFile=${outcome}`]
  const command = [process.execPath, ...ringOf, ...narrowed]
  const cwd = version ? copy : root
  rmSync(outcome, { force: true })
  const child = children.start(`medusa-${ring}`, command, { cwd, env, stdio: "inherit" })
  const { code } = await child.finished
  if (!existsSync(outcome)) return { ok: false, counts: "did not run" }
  const { numPassedTests, numFailedTests, numFailedTestSuites } = JSON.parse(readFileSync(outcome, "utf8"))
  const failed = numFailedTests ? `, ${numFailedTests} FAILED in ${numFailedTestSuites} files` : ""
  return { ok: code === 0 && numPassedTests > 0, counts: `${numPassedTests} passed${failed}` }
}

async function main() {
  checkNode()
  const { wanted, chosen, only, news } = readArguments()
  const { version, dependencies: pins } = lookUp(wanted)
  if (news && !isNewer(version, current))
    return say(`No news: nothing later than Medusa ${current} is published.`)
  const place = createHash("sha256").update(root).digest("hex").slice(0, 8)
  const copy = join(tmpdir(), `paycollect-medusa-${place}`, version)
  // One run at a time in each copy: the second would take the build away from the first.
  const record = join(stateDir, "run", `medusa-${version}.json`)
  if (await endLeftovers(record)) throw new Failure(`another run with Medusa ${version} is under way`)
  const children = new Children(record, join(stateDir, "logs"))
  const { end, fail } = endTogether(children, { signalCode: 130 })
  const run = async () => {
    await install(children)
    await buildPlugin(children)
    const refused = await prepareCopy(children, { copy, version, pins }).catch((error) => {
      if (news && /\b(ERESOLVE|ETARGET)\b/.test(error.message)) return error
      throw error
    })
    if (refused) return await tellNews([{ ring: "install", ok: false, counts: refused.message }])
    const results = []
    for (const ring of chosen) {
      const began = Date.now()
      const result = await runRing(children, { copy, ring, version, only })
      const failsHere = news && !result.ok && !(await runRing(children, { copy, ring, only })).ok
      results.push({ ...result, ring, failsHere, seconds: Math.round((Date.now() - began) / 1000) })
    }
    say(`\nMedusa ${version}, node ${process.versions.node}`)
    for (const { ring, counts, seconds } of results) say(`  ${ring}: ${counts} ${dim(`${seconds} s`)}`)
    if (news) return await tellNews(results)
    await end(results.every(({ ok }) => ok) ? 0 : 1)
  }
  const tellNews = async (results) => {
    const { code, lines } = verdictOf(version, results)
    say(`\n${lines.join("\n")}`)
    await end(code)
  }
  await run().catch(fail)
}

main().catch((error) => {
  report(error)
  process.exitCode = 1
})
