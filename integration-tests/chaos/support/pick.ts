/** What an action's number means among what there is; nothing where there is nothing. */
export function pick<T, R>(from: T[], each: { n: number }, use: (chosen: T) => R): R | undefined {
  const chosen = from[each.n % Math.max(1, from.length)]
  return chosen === undefined ? undefined : use(chosen)
}
