import { messages } from "../i18n"

const said = (text: unknown): string =>
  typeof text === "function" ? String((text as (...values: number[]) => unknown)(2, 2)) : String(text)

it.each(Object.entries(messages))("the shop writes the apostrophes of print: %s", (_, texts) => {
  const all = Object.values(texts).map(said)
  expect(all.length).toBe(Object.keys(messages.en).length)
  expect(all.filter((text) => text.includes("'"))).toEqual([])
})
