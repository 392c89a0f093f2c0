import { WorkflowManager } from "@medusajs/framework/orchestration"

/** Medusa makes workflows of these names and schedules of a plugin's jobs; its scheduler runs nothing else. */
export const DUE_JOB = "job-paycollect-due"
export const NOTIFY_JOB = "job-paycollect-notify"

const schedules = new Map<string, unknown>()

/** From now on a job runs only when a test runs it. @returns the schedule that it had; undefined where it had none */
export function takeOffSchedule(job: string) {
  const { flow_, handlers_, options } = WorkflowManager.getWorkflow(job)!
  const { schedule, ...others } = options
  if (schedule) schedules.set(job, schedule)
  WorkflowManager.unregister(job)
  WorkflowManager.register(job, flow_, handlers_, others)
  return schedules.get(job)
}
