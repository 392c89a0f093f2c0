const { createRequire } = require("node:module")
const { join } = require("node:path")

/**
 * `medusa start` in this folder, on loopback; with PAYCOLLECT_BENCH_TRACE every statement is written down with who made it, with
 * PAYCOLLECT_BENCH_COVERAGE it tells which functions ran, with PAYCOLLECT_BENCH_PROFILE what they cost, with PAYCOLLECT_BENCH_JOBS it runs a job when
 * it is asked to. The job runs each minute with PAYCOLLECT_BENCH_JOB only: it would fall into a checkout that is measured.
 */
const medusa = createRequire(join(__dirname, "../../package.json"))
if (process.env.PAYCOLLECT_BENCH_TRACE) require("./trace").watch(process.env.PAYCOLLECT_BENCH_TRACE)
if (process.env.PAYCOLLECT_BENCH_COVERAGE) require("./coverage").watch()
if (process.env.PAYCOLLECT_BENCH_PROFILE) require("./profile").watch()
if (process.env.PAYCOLLECT_BENCH_JOBS) require("./jobs").watch()

medusa("@medusajs/medusa/commands/start")
  .default({ directory: __dirname, port: Number(process.env.PORT), host: "127.0.0.1" })
  .then(() => {
    if (process.env.PAYCOLLECT_BENCH_JOB) return
    medusa("@medusajs/framework/orchestration").WorkflowManager.unregister("job-paycollect-due")
  })
  .catch((error) => {
    console.error(error)
    process.exit(1)
  })
