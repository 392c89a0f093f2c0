import { basename, dirname, join, relative, sep } from "node:path"
import { root } from "../paths.mjs"

/**
 * Which mutant is tried in which spec file, in this order: in every file that reaches it while tests run, many mutants in one run; then what
 * is left alive in a run of its own: in its nearest file, for what an earlier run may have kept in memory; and in those that reach it outside
 * of tests, with the mutant from loading on.
 * @returns jobs as `[number, index of the spec file, mutant, alone]`, and the mutants that any spec file reaches
 */
export function jobsOf(mutants, specs) {
  const reached = specs.map(({ perTest, outside }) => ({
    inTests: new Set(Object.values(perTest).flatMap((counts) => Object.keys(counts))),
    outside: new Set(Object.keys(outside)),
  }))
  const covered = new Set()
  const together = []
  const alone = []
  for (const [file, its] of byFile(mutants)) {
    const enters = (spec) => its.some(({ id }) => reached[spec].inTests.has(id))
    const near = specs
      .map((_, spec) => spec)
      .sort((a, b) => distance(file, specs[a]) - distance(file, specs[b]))
    // Nearly everything loads everything: a file is judged by the spec files of the nearest folder and by those that enter it in a test;
    // one that none enters, a table, by all.
    const loads = (spec) => its.some(({ id }) => reached[spec].outside.has(id))
    const nearest = Math.min(
      ...near.filter((spec) => loads(spec) || enters(spec)).map((spec) => apart(file, specs[spec]))
    )
    const judges = near.filter((spec) => enters(spec) || apart(file, specs[spec]) === nearest)
    const loaders = new Set(judges.some(enters) ? judges : near)
    const confirmed = new Set()
    near.forEach((spec, rank) => {
      const { inTests, outside } = reached[spec]
      for (const { id } of its) {
        if (inTests.has(id) || outside.has(id)) covered.add(id)
        if (inTests.has(id)) together.push([rank, spec, id, false])
        const isNearest = inTests.has(id) && !confirmed.has(id)
        if (isNearest) confirmed.add(id)
        if (isNearest || (outside.has(id) && loaders.has(spec))) alone.push([rank, spec, id, true])
      }
    })
  }
  const sorted = (list) => list.sort((a, b) => a[0] - b[0] || a[1] - b[1])
  const jobs = [...sorted(together), ...sorted(alone)].map(([, ...job], index) => [index, ...job])
  return { jobs, covered }
}

function byFile(mutants) {
  const files = new Map()
  for (const mutant of mutants) files.set(mutant.file, [...(files.get(mutant.file) ?? []), mutant])
  return files
}

/** How many folders lie between a file and the folder that a spec file's tests are of. */
const apart = (file, { path }) =>
  relative(dirname(dirname(path)), join(root, dirname(file))).split(sep).length

/** A file's own tests come first, then those near it, then the quick ones. */
function distance(file, spec) {
  const name = basename(file).replace(/\.tsx?$/, "")
  const seconds = Object.values(spec.tests).reduce((a, b) => a + b, 0) / 1000
  const isNamed = basename(spec.path).startsWith(`${name}.`)
  return (isNamed ? 0 : 1e6) + 1e3 * apart(file, spec) + seconds
}
