import { spawnSync } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "./lib/paths.mjs"
import { isOwn, shipped } from "./lib/shipped.mjs"

/**
 * `npm run test:dependencies`: what the published packages bring into a store. Fails on a known vulnerability and on a licence that is not in
 * the list. A registry without an audit endpoint, or none within reach, is said and does not fail.
 */

/** SPDX ids that ask for no more than a notice. */
const LICENCES = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "ISC",
  "MIT",
])

/** The plugin and the packages beside it, without the demo. */
const AUDIT = ["audit", "--omit=dev", "--include-workspace-root"].concat(
  readdirSync(join(root, "packages")).map((name) => `--workspace=packages/${name}`)
)

/** How npm says that the registry was not reached, or has no audit. An HTTP answer that is no audit has a status as well. */
const UNREACHED = /^request to \S+ failed|\b(ENOAUDIT|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)\b/

/** One of several is enough; of those that all hold, each counts. A mixture of both is for a person to read. */
function isAllowed(licence) {
  const text = licence.replace(/^\((.*)\)$/, "$1")
  const any = text.split(" OR ")
  return any.length > 1
    ? any.some((one) => LICENCES.has(one))
    : text.split(" AND ").every((one) => LICENCES.has(one))
}

function checkLicences(lockFile) {
  const packages = [...shipped(lockFile).entries()].flatMap(([place, one]) =>
    place && !isOwn(place) ? one : []
  )
  const refused = packages.filter(({ licence }) => !isAllowed(licence))
  for (const { name, version, licence } of refused)
    console.error(`licence: ${name}@${version} has "${licence}"`)
  if (refused.length > 0) return false
  const kinds = [...new Set(packages.map(({ licence }) => licence))].sort()
  console.log(`licences: ${packages.length} packages, all of ${kinds.join(", ")}`)
  return true
}

function checkVulnerabilities() {
  const arguments_ = [...AUDIT, "--json"]
  const { stdout, stderr, error } = spawnSync("npm", arguments_, {
    cwd: root,
    encoding: "utf8",
    timeout: 120_000,
  })
  const answer = parse(stdout)
  const { vulnerabilities } = answer
  if (vulnerabilities) {
    const names = Object.keys(vulnerabilities)
    for (const name of names) console.error(`vulnerability: ${name}, ${vulnerabilities[name].severity}`)
    if (names.length > 0) console.error(`\`npm ${AUDIT.join(" ")}\` says more`)
    else console.log("vulnerabilities: none known")
    return names.length === 0
  }
  const reason = String(answer.message || answer.error?.summary || error?.message || "no answer")
  if (answer.statusCode || UNREACHED.test(reason)) {
    console.log(`vulnerabilities: NOT ANSWERED by the registry (${reason}); nothing was looked up`)
    return true
  }
  console.error(`vulnerabilities: npm audit failed\n${reason}\n${stderr}`)
  return false
}

function parse(text) {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

const lockFile = JSON.parse(readFileSync(process.argv[2] ?? join(root, "package-lock.json"), "utf8"))
const results = [checkLicences(lockFile), checkVulnerabilities()]
process.exitCode = results.every(Boolean) ? 0 : 1
