import { createRequire } from "node:module"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import { root } from "./lib/paths.mjs"
import { shipped } from "./lib/shipped.mjs"

/**
 * `npm run sbom [-- file]`: the bill of materials of what the published packages bring into a store, as CycloneDX 1.6: every package with its
 * version, licence, hash and what it needs, from the lock file. The release carries it. What a store has already (Medusa, React) is not in it.
 */

const require = createRequire(import.meta.url)
const { Enums, Models, Serialize, Spec, Validation } = require("@cyclonedx/cyclonedx-library")

const purlOf = ({ name, version }) => `pkg:npm/${name.replace(/^@/, "%40")}@${version}`

function componentOf({ name, version, licence, integrity }, type) {
  const [, group, own] = /^(?:(@[^/]+)\/)?(.+)$/.exec(name)
  const purl = purlOf({ name, version })
  const component = new Models.Component(type, own, { group, version, purl, bomRef: purl })
  component.licenses.add(new Models.LicenseExpression(licence))
  const [algorithm, hash] = integrity?.split("-") ?? []
  if (algorithm === "sha512")
    component.hashes.set(Enums.HashAlgorithm["SHA-512"], Buffer.from(hash, "base64").toString("hex"))
  return component
}

/** @returns {Promise<string>} JSON that its schema accepts; without dates and random numbers, so that the same lock file gives the same text */
async function billOfMaterials(lockFile) {
  const packages = shipped(lockFile)
  const components = new Map(
    [...packages].map(([place, one]) => [
      place,
      componentOf(one, place ? Enums.ComponentType.Library : Enums.ComponentType.Application),
    ])
  )
  for (const [place, { needs }] of packages)
    for (const need of needs) components.get(place).dependencies.add(components.get(need).bomRef)

  const bom = new Models.Bom()
  bom.metadata.component = components.get("")
  for (const [place, component] of components) if (place) bom.components.add(component)
  const spec = Spec.Spec1dot6
  const text = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(spec)).serialize(bom, {
    sortLists: true,
    space: 2,
  })
  const wrong = await new Validation.JsonStrictValidator(spec.version).validate(text)
  if (wrong) throw new Error(`no valid CycloneDX: ${JSON.stringify(wrong)}`)
  return `${text}\n`
}

const file = process.argv[2] ?? join(root, "artifacts/sbom.cdx.json")
const text = await billOfMaterials(JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")))
mkdirSync(dirname(file), { recursive: true })
writeFileSync(file, text)
console.log(
  `${relative(process.cwd(), file)}: ${JSON.parse(text).components.length} packages, valid CycloneDX`
)
