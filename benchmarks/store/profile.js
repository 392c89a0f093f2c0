const { Session } = require("node:inspector")
const { join, sep } = require("node:path")
const { fileURLToPath, pathToFileURL } = require("node:url")
const { openDoors } = require("./doors")

const built = join(__dirname, "../../.medusa/server/src")
const ours = `${pathToFileURL(built).href}/`
const PACKAGE = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/
const SAMPLED_EVERY_US = 250
const session = new Session()

const ask = (method, params) =>
  new Promise((resolve, reject) =>
    session.post(method, params, (error, result) =>
      error ? reject(new Error(error.message)) : resolve(result)
    )
  )

/** Where a function stands: a file of ours, a package, or node itself. */
function placeOf({ url, functionName }) {
  if (url.startsWith(ours))
    return fileURLToPath(url)
      .slice(built.length + 1)
      .split(sep)
      .join("/")
  const [, name] = PACKAGE.exec(url) ?? []
  return name ?? (url || functionName.startsWith("(") ? url.replace(/[^:]*$/, "") || functionName : "node")
}

/** @returns ms by place and function, and how much of it a function of ours waits for on the stack */
async function stop() {
  const { profile } = await ask("Profiler.stop")
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]))
  const isForUs = new Map()
  const mark = ({ id, callFrame, children = [] }, underUs) => {
    const mine = underUs || callFrame.url.startsWith(ours)
    isForUs.set(id, mine)
    for (const child of children) mark(nodes.get(child), mine)
  }
  mark(profile.nodes[0], false)
  const times = new Map()
  profile.samples.forEach((id, index) => {
    const { callFrame } = nodes.get(id)
    const [place, name] = [placeOf(callFrame), callFrame.functionName]
    if (name === "(idle)") return
    const key = `${place} ${name}`
    const time = times.get(key) ?? { place, name, isOurs: callFrame.url.startsWith(ours), ms: 0, forUs: 0 }
    const ms = profile.timeDeltas[index] / 1_000
    time.ms += ms
    if (isForUs.get(id)) time.forUs += ms
    times.set(key, time)
  })
  return [...times.values()]
}

/** `GET /_profile/start`, then `GET /_profile/stop`: what the processor did in between. */
exports.watch = async function watch() {
  session.connect()
  await ask("Profiler.enable")
  await ask("Profiler.setSamplingInterval", { interval: SAMPLED_EVERY_US })
  openDoors({ "/_profile/start": () => ask("Profiler.start").then(() => true), "/_profile/stop": stop })
}
