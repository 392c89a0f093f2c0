const { createRequire } = require("node:module")
const { join } = require("node:path")
const { openDoors } = require("./doors")

const built = join(__dirname, "../../.medusa/server/src")
const medusa = createRequire(join(__dirname, "../../package.json"))

/** One minute of a job, now. @returns ms */
const minuteOf = (job) => async () => {
  const { default: run } = require(join(built, "jobs", job))
  const began = performance.now()
  await run(medusa("@medusajs/framework").container)
  return performance.now() - began
}

exports.watch = () =>
  openDoors({
    "/_jobs/due": minuteOf("paycollect-due"),
    "/_jobs/notify": minuteOf("paycollect-notify"),
  })
