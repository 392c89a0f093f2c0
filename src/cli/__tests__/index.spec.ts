jest.mock("../doctor", () => {
  const { readArgs, UsageError } = jest.requireActual<typeof import("../command")>("../command")
  const run = async (args: string[]) => {
    if (readArgs(args, { since: { type: "string" } }).values.since === "soon")
      throw new UsageError("--since takes a date")
    return await Promise.resolve(0)
  }
  return { doctorCommand: { name: "doctor", summary: "", usage: "What it looks at", run } }
})
jest.mock("../left-behind", () => ({ leftBehindCommand: { name: "left-behind", summary: "" } }))
jest.mock("../region/command", () => ({ regionCommand: { name: "region", summary: "" } }))

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
  process.argv = ["node", "medusa-payment-paycollect", ...words]
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
  expect(said).toMatch(/^There is no command innit\.\n\nmedusa-payment-paycollect <command>\n/)
  for (const name of ["doctor", "region", "left-behind"]) expect(said).toContain(`\n  ${name} `)
})

it.each([
  [["--onlin"], "Unknown option '--onlin'"],
  [["1"], "Unexpected argument '1'"],
  [["--since"], "Option '--since <value>' argument missing"],
  [["--since", "soon"], "--since takes a date"],
])("says what is wrong with %j and where the help is, without the help", async (words, wrong) => {
  expect(await run("doctor", ...words)).toEqual([
    2,
    `${wrong}\nSee: medusa-payment-paycollect doctor --help\n`,
  ])
})

it.each(["--help", "-h", "help"])("lists its commands when it is asked for %s", async (word) => {
  const [code, said] = await run(word)
  expect(code).toBe(0)
  expect(said).toMatch(/^medusa-payment-paycollect <command>\n/)
})

it("says how one command is used, and which version it is", async () => {
  expect(await run("help", "doctor")).toEqual([0, "What it looks at\n"])
  expect(await run("doctor", "--help")).toEqual([0, "What it looks at\n"])
  expect(await run("help", "innit")).toEqual([2, expect.stringMatching(/^There is no command innit\./)])
  const [code, said] = await run("--version")
  expect([code, said]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\n$/)])
})

it.each(["init", "storefront", "sandbox", "uninstall"])("says where %s is", async (name) => {
  const [code, said] = await run(name, "--yes")
  expect(code).toBe(2)
  expect(said).toMatch(/\n {2}npm install -D medusa-payment-paycollect-dev@\d+\.\d+\.\d+\n/)
  expect(said).toMatch(new RegExp(`\\n {2}npx medusa-payment-paycollect-dev ${name}\\n$`))
})
