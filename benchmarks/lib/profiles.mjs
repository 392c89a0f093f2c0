/** Parts below this many ms of a checkout are summed up as "less". */
const SHOWN_MS = 0.15

/** Of one road: what its actions cost, by place and function. */
export class Profile {
  checkouts = 0
  #actions = new Map()

  add(action, times) {
    this.#actions.set(action, [...(this.#actions.get(action) ?? []), ...times])
  }

  get actions() {
    return [...this.#actions.keys()]
  }

  /** ms of one checkout by `key` of those that are `wanted` */
  by(action, key, part = "ms", wanted = () => true) {
    const sums = new Map()
    for (const time of (this.#actions.get(action) ?? []).filter(wanted))
      sums.set(key(time), (sums.get(key(time)) ?? 0) + time[part] / this.checkouts)
    return sums
  }
}

const sum = (times) => [...times.values()].reduce((total, ms) => total + ms, 0)
const shown = (ms) => (ms ?? 0).toFixed(2).padStart(8)
/** A return makes an order as `complete` does, with Stripe's. */
const besides = (profile, action) => (profile.actions.includes(action) ? action : profile.actions.at(-1))
const packageOf = ({ place, isOurs }) => (isOurs ? "ours" : place)
const functionOf = ({ place, name }) => `${place} ${name || "(without a name)"}`

/** One block per action of ours: packages beside Stripe's, then our own files and functions. */
export function printProfiles(roads) {
  const stripe = roads.find(({ name }) => name === "stripe").profile
  for (const { name, profile } of roads.filter(({ name }) => name.startsWith("paycollect"))) {
    for (const action of profile.actions) {
      const [own, theirs] = [profile.by(action, packageOf), stripe.by(besides(stripe, action), packageOf)]
      const forUs = profile.by(action, packageOf, "forUs")
      console.log(
        `\n${name}: ${action}: ms of processor time: ours, Stripe's, difference, called from ours in one go`
      )
      const rows = [...new Set([...own.keys(), ...theirs.keys()])]
        .map((key) => [key, own.get(key) ?? 0, theirs.get(key) ?? 0])
        .sort(([, a, b], [, c, d]) => c - d - (a - b))
      for (const [key, mine, other] of [["all", sum(own), sum(theirs)], ...rows])
        if (Math.abs(mine - other) >= SHOWN_MS || key === "all")
          console.log(
            `  ${key.padEnd(36)}${shown(mine)}${shown(other)}${shown(mine - other)}${shown(key === "all" ? sum(forUs) : forUs.get(key))}`
          )
      const functions = profile.by(action, functionOf, "ms", ({ isOurs }) => isOurs)
      for (const [key, ms] of [...functions].sort(([, a], [, b]) => b - a).slice(0, 20))
        console.log(`    ${shown(ms)}  ${key}`)
    }
  }
}
