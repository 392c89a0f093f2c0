/** How long a provider may take with a message before it is left unanswered. */
export async function within<T>(ms: number, work: () => Promise<T>): Promise<T | "unanswered"> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<"unanswered">((resolve) => (timer = setTimeout(resolve, ms, "unanswered")))
  return await Promise.race([work(), late]).finally(() => clearTimeout(timer))
}
