import { WorkflowManager, WorkflowScheduler } from "@medusajs/framework/orchestration"
import { keepScheduled } from "../keep-scheduled"

const MINUTE = 60_000
const NOW = Date.parse("2026-11-20T10:00:00Z")

describe("a process that ran the jobs looks every minute whether any process runs each of them", () => {
  /** the job that looks after payments, and the one that sends messages */
  let ranMinutesAgo: [number, number]
  let isAway: boolean
  const scheduled: string[] = []
  const warnings: string[] = []
  const services: Record<string, unknown> = {
    paycollect: {
      clock: { now: () => NOW },
      state: {
        get: (fact: string) => {
          const ago = ranMinutesAgo[fact === "last_due_run" ? 0 : 1]
          return Promise.resolve({ started_at: new Date(NOW - ago * MINUTE).toISOString() })
        },
      },
    },
    logger: { warn: (text: string) => warnings.push(text) },
  }
  const container = { resolve: (name: string) => services[name] } as never
  const afterAMinute = async (ranAgo: [number, number], away = false) => {
    ;[ranMinutesAgo, isAway] = [ranAgo, away]
    scheduled.length = warnings.length = 0
    await jest.advanceTimersByTimeAsync(MINUTE)
  }

  beforeAll(() => {
    jest.useFakeTimers()
    WorkflowScheduler.setStorage({
      schedule: async (id: string) => {
        if (isAway) throw new Error("Redis is away")
        scheduled.push(id)
      },
    } as never)
    jest
      .spyOn(WorkflowManager, "getWorkflow")
      .mockImplementation(((id: string) => ({ id, options: { schedule: "* * * * *" } })) as never)
    keepScheduled(container)
    keepScheduled(container)
  })
  afterAll(() => {
    jest.useRealTimers()
    jest.restoreAllMocks()
  })

  it("and leaves the schedule alone where it runs", async () => {
    await afterAMinute([4, 4])
    expect([scheduled, warnings]).toEqual([[], []])
  })

  it("and puts both jobs on it again where none ran for five minutes, once a minute, and says so", async () => {
    await afterAMinute([6, 6])
    expect(scheduled).toEqual(["job-paycollect-due", "job-paycollect-notify"])
    expect(warnings).toEqual([
      expect.stringMatching(/job-paycollect-due ran last on 2026-11-20T09:54:00.000Z/),
      expect.stringMatching(/job-paycollect-notify ran last on 2026-11-20T09:54:00.000Z/),
    ])
  })

  it("and puts the one alone on it that the scheduler dropped", async () => {
    await afterAMinute([0, 6])
    expect(scheduled).toEqual(["job-paycollect-notify"])
  })

  it("and looks again where Redis was away at that", async () => {
    await afterAMinute([6, 6], true)
    expect([scheduled, warnings]).toEqual([[], []])
    await afterAMinute([7, 7])
    expect(scheduled).toHaveLength(2)
  })
})
