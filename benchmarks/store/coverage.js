const { readFileSync } = require("node:fs")
const { Session } = require("node:inspector")
const { SourceMap, createRequire } = require("node:module")
const { join, sep } = require("node:path")
const { fileURLToPath, pathToFileURL } = require("node:url")
const { openDoors } = require("./doors")

const built = join(__dirname, "../../.medusa/server/src")
const ours = `${pathToFileURL(built).href}/`
const medusa = createRequire(join(__dirname, "../../package.json"))
const session = new Session()

/** The inspector answers within the call where it is asked in its own process. */
function ask(method, params) {
  let answer
  session.post(method, params, (error, result) => {
    if (error) throw new Error(`${method}: ${error.message}`)
    answer = result
  })
  return answer
}

const maps = new Map()

/** Of a built file: where each line begins, and the map to its source. */
function mapOf(path) {
  if (!maps.has(path)) {
    const text = readFileSync(path, "utf8")
    const [, encoded] = /\/\/# sourceMappingURL=data:application\/json;base64,(\S+)\s*$/.exec(text) ?? []
    const map = encoded && new SourceMap(JSON.parse(Buffer.from(encoded, "base64").toString()))
    maps.set(path, { starts: [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)], map })
  }
  return maps.get(path)
}

/** The line of the source, or of the built file where the compiler made the function. */
function lineOf(path, offset) {
  const { starts, map } = mapOf(path)
  const line = starts.findLastIndex((start) => start <= offset)
  return (map?.findEntry(line, offset - starts[line]).originalLine ?? line) + 1
}

/** The whole of a module is a function to V8, too: it runs once, when the file is loaded. */
const isModule = ({ functionName, ranges: [{ startOffset }] }) => functionName === "" && startOffset === 0

/** @returns path below src, name, line and place of each function of ours that was called since it was last asked */
function called() {
  return ask("Profiler.takePreciseCoverage")
    .result.filter(({ url }) => url.startsWith(ours))
    .flatMap(({ url, functions }) => {
      const path = fileURLToPath(url)
      const file = path
        .slice(built.length + 1)
        .split(sep)
        .join("/")
      return functions
        .filter((entry) => entry.ranges[0].count > 0 && !isModule(entry))
        .map(({ functionName, ranges: [{ startOffset }] }) => ({
          file,
          name: functionName,
          line: lineOf(path, startOffset),
          at: startOffset,
        }))
    })
}

/** As the scheduler runs it each minute. */
async function runJob() {
  const { container } = medusa("@medusajs/framework")
  await require(join(built, "jobs/paycollect-due")).default(container)
}

const DOORS = { "/_coverage/called": called, "/_coverage/job": runJob }

/**
 * Before anything of the plugin is loaded. `GET /_coverage/called` answers what of the plugin was called since the last time, `/_coverage/job` runs
 * the job.
 */
exports.watch = function watch() {
  session.connect()
  ask("Profiler.enable")
  ask("Profiler.startPreciseCoverage", { callCount: true, detailed: false })
  openDoors(DOORS)
}
