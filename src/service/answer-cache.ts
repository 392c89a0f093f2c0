import { LRUCache } from "lru-cache"
import { createHash } from "node:crypto"
import { type Clock, UnderWay } from "./config"

/** What is used of Medusa's Caching Module. */
export interface CachingModule {
  get(options: { key: string }): Promise<unknown>
  set(options: {
    key: string
    data: object
    ttl: number
    tags: string[]
    options: { autoInvalidate: boolean }
  }): Promise<void>
}

interface CachedAnswer {
  value: object
  until: number
}

/** More than a shop's countries and the carts of a few minutes; beyond it the answer goes that was not asked for longest. */
const MEMORY_ENTRIES = 1_000

/**
 * Answers of the service that may be a few minutes old: in memory, and in Medusa's Caching Module where the store has one, so that all
 * processes share them. A cache that fails costs a call, never an answer. Holds nothing personal and no token.
 */
export class AnswerCache {
  private readonly memory = new LRUCache<string, CachedAnswer>({ max: MEMORY_ENTRIES })
  private readonly underWay = new UnderWay()

  /** @param caching asked at each use: Medusa may load the module after this one */
  constructor(
    private readonly clock: Clock,
    private readonly caching: () => CachingModule | undefined
  ) {}

  /** A key that says what was asked, of which service, and tells a reader of the table nothing. */
  key(kind: string, question: unknown[]): string {
    return `paycollect:${kind}:${createHash("sha256").update(JSON.stringify(question)).digest("hex")}`
  }

  async get<T extends object>(key: string): Promise<T | null> {
    const own = this.memory.get(key)
    if (this.isFresh(own)) return own.value as T
    try {
      const shared = (await this.caching()?.get({ key })) as CachedAnswer | null | undefined
      return this.isFresh(shared) ? (shared.value as T) : null
    } catch {
      return null
    }
  }

  /** By our clock, the one that tests move, and to the moment: the Caching Module counts by its own, in seconds. */
  private isFresh(entry: CachedAnswer | null | undefined): entry is CachedAnswer {
    return entry != null && entry.until > this.clock.now()
  }

  async set(key: string, value: object, ttlMs: number): Promise<void> {
    const entry = { value, until: this.clock.now() + ttlMs }
    this.memory.set(key, entry)
    try {
      const data = { key, data: entry, ttl: Math.ceil(ttlMs / 1_000), tags: ["paycollect"] }
      await this.caching()?.set({ ...data, options: { autoInvalidate: false } })
    } catch {
      // The answer is in memory; other processes ask for themselves.
    }
  }

  /** The same question while it is being answered is one question. */
  async once<T>(key: string, ask: () => Promise<T>): Promise<T> {
    return await this.underWay.join(key, ask)
  }
}
