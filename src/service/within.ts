/** Waits no longer than this; the work itself is not stopped. */
export async function within<T>(ms: number, work: () => Promise<T>): Promise<T | "unanswered"> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<"unanswered">((resolve) => (timer = setTimeout(resolve, ms, "unanswered")))
  return await Promise.race([work(), late]).finally(() => clearTimeout(timer))
}
