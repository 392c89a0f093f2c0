import { type MedusaContainer } from "@medusajs/framework/types"
import { WorkflowManager, WorkflowScheduler } from "@medusajs/framework/orchestration"
import { MINUTE_MS } from "../../service/config"
import { loggerOf, moduleOf } from "../../payments/module"
import { STALE_JOB_MS } from "./checks"

/** As Medusa names the workflows that it makes of `src/jobs`. */
const JOBS = ["job-paycollect-due", "job-paycollect-notify"]

let watch: NodeJS.Timeout | undefined

/**
 * A Redis that came back empty has forgotten when jobs are due, and Medusa tells it at its start alone: paid orders would wait, and no message
 * would say so. From its first run on a process looks every minute whether any process runs the job.
 */
export function keepScheduled(container: MedusaContainer): void {
  const next = () => (watch = setTimeout(() => void scheduleAnew(container).finally(next), MINUTE_MS).unref())
  if (!watch) next()
}

async function scheduleAnew(container: MedusaContainer): Promise<void> {
  const { state, clock } = moduleOf(container)
  try {
    const run = await state.get<{ started_at: string }>("last_due_run")
    if (!run || clock.now() - Date.parse(run.started_at) < STALE_JOB_MS) return
    for (const job of JOBS.flatMap((id) => WorkflowManager.getWorkflow(id) ?? []))
      await new WorkflowScheduler().scheduleWorkflow(job)
    loggerOf(container).warn(
      `paycollect: the automatic follow-up ran last on ${run.started_at}, so its jobs were put on Medusa's schedule again. If Redis came back empty, restart the server: jobs of the store itself are gone from it, too.`
    )
  } catch {
    // Redis or the database is away: the next look finds it back.
  }
}
