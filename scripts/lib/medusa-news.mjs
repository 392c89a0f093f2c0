const numbers = new Intl.Collator("en", { numeric: true })

/** A release is later than its own previews; those count by the time in their names. */
function compare(one, other) {
  const [a, b] = [one, other].map((version) => /^([\d.]+)(?:-(.+))?$/.exec(version) ?? [])
  const byNumber = numbers.compare(a[1] ?? "", b[1] ?? "")
  if (byNumber !== 0) return byNumber
  if (!a[2] || !b[2]) return Number(!a[2]) - Number(!b[2])
  // "preview" and "snapshot" are two words for the same.
  const time = (words) => /\d{8,}/.exec(words)?.[0] ?? ""
  return numbers.compare(time(a[2]), time(b[2])) || numbers.compare(a[2], b[2])
}

/** The latest of the published versions, previews among them. */
export const newestOf = (versions) =>
  versions
    .filter((version) => /^\d+\.\d+\.\d+(-[\w.-]+)?$/.test(version))
    .sort(compare)
    .at(-1)

export const isNewer = (version, than) => compare(version, than) > 0

/**
 * What a run beside a Medusa that no store runs yet says: what fails there alone is news of that Medusa and fails nothing; what fails with the
 * tree's own Medusa, too, is an error of ours.
 */
export function verdictOf(version, results) {
  const failed = results.filter(({ ok }) => !ok)
  const ours = failed.filter(({ failsHere }) => failsHere)
  const lines = failed.map(({ ring, counts, failsHere }) =>
    failsHere
      ? `ERROR  ${ring}: fails with the Medusa of this tree, too. Mend that first; nothing is said about Medusa ${version}.`
      : `NEWS   ${ring}: fails beside Medusa ${version} alone (${counts}). docs/medusa.md lists what it may have changed.`
  )
  return {
    code: ours.length > 0 ? 1 : 0,
    lines: lines.length > 0 ? lines : [`No news: Medusa ${version} is fit.`],
  }
}
