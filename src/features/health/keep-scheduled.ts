import { type MedusaContainer } from "@medusajs/framework/types"
import { WorkflowManager, WorkflowScheduler } from "@medusajs/framework/orchestration"
import { MINUTE_MS } from "../../service/config"
import { loggerOf, moduleOf } from "../../payments/module"
import { STALE_JOB_MS } from "./checks"

/** As Medusa names the workflows that it makes of `src/jobs`, each with the fact that says when it ran last. */
const JOBS = { "job-paycollect-due": "last_due_run", "job-paycollect-notify": "last_notify_run" }

let watch: NodeJS.Timeout | undefined

/**
 * A Redis that came back empty has forgotten when jobs are due, and Medusa's scheduler in memory drops a job that it could not begin; both are told
 * of jobs at a start alone. Paid orders would wait, and no message would say so. From its first run on a process looks every minute whether any
 * process runs each job.
 */
export function keepScheduled(container: MedusaContainer): void {
  const next = () => (watch = setTimeout(() => void scheduleAnew(container).finally(next), MINUTE_MS).unref())
  if (!watch) next()
}

async function scheduleAnew(container: MedusaContainer): Promise<void> {
  const { state, clock } = moduleOf(container)
  try {
    for (const [job, fact] of Object.entries(JOBS)) {
      const run = await state.get<{ started_at: string }>(fact)
      const workflow = WorkflowManager.getWorkflow(job)
      if (!run || !workflow || clock.now() - Date.parse(run.started_at) < STALE_JOB_MS) continue
      await new WorkflowScheduler().scheduleWorkflow(workflow)
      loggerOf(container).warn(
        `paycollect: ${job} ran last on ${run.started_at}, so it was put on Medusa's schedule again. If Redis came back empty, restart the server: jobs of the store itself are gone from it, too.`
      )
    }
  } catch {
    // Redis or the database is away: the next look finds it back.
  }
}
