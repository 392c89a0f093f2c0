/** Countries that have no postal codes, or where letters bear none. */
const WITHOUT = new Set(
  (
    "ae ag ao aw bf bi bj bs bw bz cd cf cg ci ck cm dj dm er fj fk ga gd gh gi gm gq gy hk jm ki km kn lc ml mo mr ms mw nr nu " +
    "pa qa rw sb sc sl so sr st sx td tg tk tl to tt tv tz ug vu ye zw"
  ).split(" ")
)

/** Two letters, lower case. */
export const hasPostalCodes = (country: string) => !WITHOUT.has(country)
