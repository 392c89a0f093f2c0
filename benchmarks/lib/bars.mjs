/** What was measured, each with the most it may be. */
export class Bars {
  #bars = []

  add(name, value, { most, unit = "" }) {
    this.#bars.push({ name, value, most, unit })
    console.log(`  ${name}: ${Math.round(value)} ${unit}`)
  }

  /** @returns whether all were kept */
  print() {
    const width = Math.max(...this.#bars.map(({ name }) => name.length))
    console.log(`\n${"bar".padEnd(width)}  measured  most`)
    for (const { name, value, most, unit } of this.#bars) {
      const missed = value <= most ? "" : "  missed"
      console.log(
        `${name.padEnd(width)}  ${String(Math.round(value)).padStart(8)}  ${most} ${unit}${missed}`.trimEnd()
      )
    }
    return this.#bars.every(({ value, most }) => value <= most)
  }
}
