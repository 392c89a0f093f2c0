import { AnswerCache, type CachingModule } from "../answer-cache"

const clock = { time: 1_800_000_000_000, now: () => clock.time, sleep: async () => undefined }

/** The Caching Module of two processes. */
function sharedModule() {
  const kept = new Map<string, unknown>()
  const caching: CachingModule = {
    get: async ({ key }) => kept.get(key) ?? null,
    set: async ({ key, data }) => void kept.set(key, JSON.parse(JSON.stringify(data))),
  }
  return { kept, caching }
}

describe("AnswerCache", () => {
  it("keeps an answer for its time, in memory where the store has no Caching Module", async () => {
    const cache = new AnswerCache(clock, () => undefined)
    await cache.set("a", { fee: "1" }, 1_000)
    expect(await cache.get("a")).toEqual({ fee: "1" })
    clock.time += 1_000
    expect(await cache.get("a")).toBeNull()
  })

  it("shares an answer through the Caching Module, and trusts its own clock about the age", async () => {
    const { caching } = sharedModule()
    const [one, two] = [new AnswerCache(clock, () => caching), new AnswerCache(clock, () => caching)]
    await one.set("a", { fee: "1" }, 1_000)
    expect(await two.get("a")).toEqual({ fee: "1" })
    clock.time += 1_000
    expect(await two.get("a")).toBeNull()
  })

  it("does without a Caching Module that fails", async () => {
    const broken = async () => Promise.reject(new Error("no redis"))
    const cache = new AnswerCache(clock, () => ({ get: broken, set: broken }))
    expect(await cache.get("a")).toBeNull()
    await cache.set("a", { fee: "1" }, 1_000)
    expect(await cache.get("a")).toEqual({ fee: "1" })
  })

  it("holds a thousand answers at most, and forgets the one that was not asked for longest", async () => {
    const cache = new AnswerCache(clock, () => undefined)
    for (let number = 0; number < 1_000; number++) await cache.set(String(number), { number }, 1_000)
    expect(await cache.get("0")).toEqual({ number: 0 })
    await cache.set("1000", { number: 1_000 }, 1_000)
    expect(await cache.get("0")).toEqual({ number: 0 })
    expect(await cache.get("1")).toBeNull()
    expect(await cache.get("2")).toEqual({ number: 2 })
    expect(await cache.get("1000")).toEqual({ number: 1_000 })
  })

  it("makes one question of the same question, also when it fails, and asks anew afterwards", async () => {
    const cache = new AnswerCache(clock, () => undefined)
    const ask = jest.fn().mockRejectedValueOnce(new Error("lost")).mockResolvedValue("answer")
    const both = await Promise.allSettled([cache.once("a", ask), cache.once("a", ask)])
    expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"])
    expect(ask).toHaveBeenCalledTimes(1)
    expect(await cache.once("a", ask)).toBe("answer")
  })

  it("names each question by a key of its own, which can be read by nobody", () => {
    const cache = new AnswerCache(clock, () => undefined)
    const keys = [cache.key("fee", ["a"]), cache.key("fee", ["b"]), cache.key("methods", ["a"])]
    expect(new Set(keys).size).toBe(3)
    expect(cache.key("fee", ["a"])).toBe(keys[0])
    for (const key of keys) expect(key).toMatch(/^paycollect:(fee|methods):[0-9a-f]{64}$/)
  })

  it("gives the Caching Module whole seconds to live, and clears nothing of others", async () => {
    const set = jest.fn().mockResolvedValue(undefined)
    await new AnswerCache(clock, () => ({ get: async () => null, set })).set("a", { fee: "1" }, 1_001)
    expect(set).toHaveBeenCalledWith({
      key: "a",
      data: { value: { fee: "1" }, until: clock.time + 1_001 },
      ttl: 2,
      tags: ["paycollect"],
      options: { autoInvalidate: false },
    })
  })
})
