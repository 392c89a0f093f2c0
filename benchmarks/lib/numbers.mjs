export const quantile = (values, share) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]

export const median = (values) => quantile(values, 0.5)

export const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length

const MINUTE = 60_000

/** Whichever minute it is. @param requests each with `at`, epoch ms @returns the most that fall into one */
export function mostInAMinute(requests) {
  const times = requests.map(({ at }) => at)
  return Math.max(0, ...times.map((from) => times.filter((at) => at >= from && at < from + MINUTE).length))
}

/** Each of the items once, so many at the same time. */
export async function inParallel(items, work, atOnce = 4) {
  const queue = [...items]
  const worker = async () => {
    while (queue.length > 0) await work(queue.shift())
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}
