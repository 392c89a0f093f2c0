/** A turn is longer than the shortest pause anybody sleeps: fewer polls, and the same waits. */
const PACE = 3

/** Time of a run: only what is slept for or advanced passes. Every process of a run lives in the same time. */
export class VirtualClock {
  private time = Date.now()

  /** @param turn lets everybody else go on once: a poll that nobody gets between would wait for ever */
  constructor(private readonly turn: () => Promise<unknown>) {}

  now = () => this.time
  database = this.now
  sleep = async (ms: number) => {
    this.time += ms * PACE
    await this.turn()
  }

  advance(ms: number): void {
    this.time += ms
  }
}

/** The clock of one server, which may be wrong. Its database's is not, and a moment lasts as long as anywhere. */
export class ServerClock {
  /** ms */
  ahead = 0

  constructor(private readonly right: VirtualClock) {}

  now = () => this.right.now() + this.ahead
  database = () => this.right.database()
  sleep = (ms: number) => this.right.sleep(ms)
}

/**
 * One server process. It can be killed at the n-th point it passes: whoever is at work in it stops there for good, as after `kill -9`:
 * no `finally` runs, leases and locks stay taken, nobody compensates.
 */
export class ServerProcess {
  alive = true
  /** where it died */
  killedAt: string | null = null
  private pointsLeft: number | null = null
  private lastPoint: string | null = null
  private announceDeath = () => {}
  death = this.wait((die) => (this.announceDeath = die))
  private resume = () => {}
  private resumed = this.wait((resume) => (this.resume = resume))
  /** what it is at, or was when it stopped */
  readonly acts: Promise<unknown>[] = []

  constructor(private readonly turn: () => Promise<unknown>) {}

  killAfter(points: number): void {
    this.pointsLeft = points
  }

  /** At the next point of this name. */
  killAt(point: string): void {
    this.lastPoint = point
  }

  /**
   * It was only suspended, as a machine is, and goes on where it stood. @param dies after so many points more
   * @throws what one of its acts ends with
   */
  async goOn(dies: number | null): Promise<void> {
    const { resume } = this
    this.resumed = this.wait((resume) => (this.resume = resume))
    this.death = this.wait((die) => (this.announceDeath = die))
    this.spare()
    this.pointsLeft = dies
    this.alive = true
    resume()
    await Promise.race([Promise.all(this.acts), this.death])
  }

  private wait(until: (happened: () => void) => void): Promise<void> {
    return new Promise(until)
  }

  spare(): void {
    this.pointsLeft = null
    this.lastPoint = null
  }

  /** Between two side effects. Every caller of another turn gets its chance here. */
  async point(name: string): Promise<void> {
    const isLast = this.pointsLeft !== null && this.pointsLeft-- === 0
    if (this.alive && (isLast || name === this.lastPoint)) {
      this.alive = false
      this.killedAt = name
      this.announceDeath()
    }
    // For good, unless it was only suspended.
    if (!this.alive) await this.resumed
  }

  /** A point at which others get their turn. */
  async pause(name: string): Promise<void> {
    await this.turn()
    await this.point(name)
  }

  /** The same object, with a point before each call of a method. */
  guard<T extends object>(name: string, target: T): T {
    return new Proxy(target, {
      get: (object, key) => {
        const value: unknown = Reflect.get(object, key, object)
        if (typeof value !== "function") return value
        return async (...args: unknown[]) => {
          await this.point(`${name}.${String(key)}`)
          const result: unknown = await (value as (...given: unknown[]) => unknown).apply(object, args)
          await this.point(`${name}.${String(key)} done`)
          return result
        }
      },
    })
  }
}
