/** Pending timers of one sandbox; `clear` ends them all, so that a closed or reset sandbox does nothing later. */
export interface Scheduler {
  after(ms: number, task: () => void): void
  /** Resolves to true after `ms`, or to false at once when the sandbox is cleared. */
  sleep(ms: number): Promise<boolean>
  clear(): void
}

export function createScheduler(): Scheduler {
  const pending = new Map<NodeJS.Timeout, (completed: boolean) => void>()
  const start = (ms: number, end: (completed: boolean) => void) => {
    const timer = setTimeout(() => {
      pending.delete(timer)
      end(true)
    }, ms)
    timer.unref()
    pending.set(timer, end)
  }
  return {
    after: (ms, task) => start(ms, (completed) => completed && task()),
    sleep: (ms) => new Promise((resolve) => start(ms, resolve)),
    clear() {
      const ended = [...pending]
      pending.clear()
      for (const [timer, end] of ended) {
        clearTimeout(timer)
        end(false)
      }
    },
  }
}
