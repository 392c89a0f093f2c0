import { doctorCommand } from "../doctor"

afterEach(() => jest.restoreAllMocks())

it("says that there is no store, and counts one error in the singular", async () => {
  const said = jest.spyOn(console, "log").mockImplementation()
  expect(await doctorCommand.run(["--cwd", __dirname])).toBe(1)
  const [[text]] = said.mock.calls as [[string]]
  expect(text).toMatch(/\nERROR .*no medusa-config in .*\n\n1 error, 0 warnings$/)
})
