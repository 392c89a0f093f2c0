jest.mock("../commands/init", () => ({ initCommand: { name: "init", summary: "" } }))
jest.mock("../commands/storefront", () => ({ storefrontCommand: { name: "storefront", summary: "" } }))
jest.mock("../commands/sandbox", () => {
  const { readOptions } = jest.requireActual<typeof import("../commands/sandbox")>("../commands/sandbox")
  const run = (args: string[]) => Promise.resolve().then(() => readOptions(args) && 0)
  return { sandboxCommand: { name: "sandbox", summary: "", usage: "Traits, ports and more", run } }
})
jest.mock("../commands/uninstall", () => ({ uninstallCommand: { name: "uninstall", summary: "" } }))

const { argv } = process

afterEach(() => {
  process.argv = argv
  jest.restoreAllMocks()
})

/** The bin with these words after its name: its exit code, and what it says on either output. */
async function run(...words: string[]): Promise<[code: unknown, said: string]> {
  let said = ""
  const hear = (...heard: unknown[]) => void (said += `${heard.join(" ")}\n`)
  jest.spyOn(console, "log").mockImplementation(hear)
  jest.spyOn(console, "error").mockImplementation(hear)
  process.argv = ["node", "medusa-payment-paycollect-dev", ...words]
  const code = await new Promise((resolve) => {
    jest.spyOn(process, "exit").mockImplementation((code) => resolve(code) as never)
    const flushed = ((_: string, done: () => void) => (done(), true)) as typeof process.stdout.write
    jest.spyOn(process.stdout, "write").mockImplementation(flushed)
    jest.isolateModules(() => void jest.requireActual("../index"))
  })
  return [code, said]
}

it("names a command that it does not have, and lists those that it has", async () => {
  const [code, said] = await run("innit")
  expect(code).toBe(2)
  expect(said).toMatch(/^There is no command innit\.\n\nmedusa-payment-paycollect-dev <command>\n/)
  for (const name of ["init", "storefront", "sandbox", "uninstall"]) expect(said).toContain(`\n  ${name} `)
})

it.each(["doctor", "region", "left-behind"])("says whose command %s is", async (name) => {
  const whose = `${name} is a command of the plugin itself: npx medusa-payment-paycollect ${name}\n`
  expect(await run(name)).toEqual([2, whose])
})

it.each([
  [["--prot", "1"], "Unknown option '--prot'"],
  [["1"], "Unexpected argument '1'"],
  [["--port"], "Option '--port <value>' argument missing"],
  [["--port", "x"], "--port takes a number up to 65535"],
])("says what is wrong with %j and where the help is, without the help", async (words, wrong) => {
  expect(await run("sandbox", ...words)).toEqual([
    2,
    `${wrong}\nSee: medusa-payment-paycollect-dev sandbox --help\n`,
  ])
})

it.each(["--help", "-h", "help"])("lists its commands when it is asked for %s", async (word) => {
  const [code, said] = await run(word)
  expect(code).toBe(0)
  expect(said).toMatch(/^medusa-payment-paycollect-dev <command>\n/)
})

it("says how one command is used, and which version it is", async () => {
  expect(await run("help", "sandbox")).toEqual([0, "Traits, ports and more\n"])
  expect(await run("sandbox", "--help")).toEqual([0, "Traits, ports and more\n"])
  expect(await run("help", "innit")).toEqual([2, expect.stringMatching(/^There is no command innit\./)])
  const [code, said] = await run("--version")
  expect([code, said]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\n$/)])
})
