export type Axes = Record<string, readonly string[]>
export type Row<Of extends Axes> = { [Axis in keyof Of]: Of[Axis][number] }

const SEED = 20_261_122
/** Moves before one row more is tried; a second's work for two hundred of them in a table of twenty axes. */
const MOVES = 400_000
/** How willingly a move is taken that loses pairs, at the start; it cools down to nothing. */
const HEAT = 0.6

/** Every two choices of two different axes, as "axis=choice & axis=choice" in the order of the axes. */
export function pairsOf(axes: Axes): Set<string> {
  const cells = Object.entries(axes).map(([axis, choices]) => choices.map((choice) => `${axis}=${choice}`))
  const between = (own: string[], others: string[]) =>
    own.flatMap((one) => others.map((other) => `${one} & ${other}`))
  return new Set(
    cells.flatMap((own, index) => cells.slice(index + 1).flatMap((others) => between(own, others)))
  )
}

/**
 * Rows in which every two choices of two axes meet at least once: a fault that two choices bring about together cannot hide, in few more
 * rows than the two longest axes have pairs. The same axes always give the same rows; the first one holds the first choice of every axis.
 */
export function pairwise<Of extends Axes>(axes: Of): Row<Of>[] {
  const names = Object.keys(axes)
  const sizes = names.map((name) => axes[name]!.length)
  const [longest = 1, second = 1] = [...sizes].sort((one, other) => other - one)
  const random = generator(SEED)
  let table: number[][] | null = null
  for (let rows = longest * second; !table; rows++) table = anneal(sizes, rows, random)
  return table.map(
    (row) => Object.fromEntries(names.map((name, axis) => [name, axes[name]![row[axis]!]!])) as Row<Of>
  )
}

/** Starts with a table of chance, and changes one cell after another until no pair is missing; null when the moves did not suffice. */
function anneal(sizes: number[], count: number, random: () => number): number[][] | null {
  const below = (limit: number) => Math.floor(random() * limit)
  const rows = Array.from({ length: count }, (_, row) => sizes.map((size) => (row === 0 ? 0 : below(size))))
  const pairs = new PairCount(sizes)
  for (const row of rows) for (const axis of row.keys()) pairs.change(row, axis, { from: null, before: axis })
  for (let move = 0; move < MOVES && pairs.missing > 0; move++) {
    const row = rows[1 + below(count - 1)]!
    const axis = below(sizes.length)
    const from = row[axis]!
    row[axis] = below(sizes[axis]!)
    const lost = pairs.change(row, axis, { from })
    if (lost <= 0 || random() < Math.exp(-lost / (HEAT * (1 - move / MOVES)))) continue
    const to = row[axis]
    row[axis] = from
    pairs.change(row, axis, { from: to })
  }
  return pairs.missing === 0 ? rows : null
}

/** How often each pair stands in a table, and how many stand nowhere. */
class PairCount {
  missing = 0
  private readonly counts: Int32Array
  private readonly offsets: number[] = []
  private readonly width: number

  constructor(sizes: number[]) {
    let width = 0
    for (const size of sizes) {
      this.missing += width * size
      this.offsets.push(width)
      width += size
    }
    this.width = width
    this.counts = new Int32Array(width * width)
  }

  /**
   * Counts the new choice of `axis` in `row`, and takes back the one it had.
   * @param before only pairs with axes before this one
   * @returns by how many more pairs are missing now
   */
  change(
    row: number[],
    axis: number,
    { from, before = row.length }: { from: number | null; before?: number }
  ): number {
    const missed = this.missing
    for (let other = 0; other < before; other++) {
      if (other === axis) continue
      if (from !== null && --this.counts[this.at(axis, from, other, row[other]!)]! === 0) this.missing++
      if (this.counts[this.at(axis, row[axis]!, other, row[other]!)]!++ === 0) this.missing--
    }
    return this.missing - missed
  }

  private at(axis: number, choice: number, otherAxis: number, otherChoice: number): number {
    const one = this.offsets[axis]! + choice
    const other = this.offsets[otherAxis]! + otherChoice
    return one < other ? one * this.width + other : other * this.width + one
  }
}

/** Numbers from 0 to 1 that only look random (mulberry32). */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
