import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { doctorCommand } from "../doctor"

afterEach(() => jest.restoreAllMocks())

it("says that the packages of the store are not installed, that nothing was changed, and what to run", async () => {
  const store = mkdtempSync(join(tmpdir(), "paycollect-doctor-"))
  for (const name of ["medusa-config.ts", "pnpm-lock.yaml"]) writeFileSync(join(store, name), "")
  const said = jest.spyOn(console, "log").mockImplementation()
  expect(await doctorCommand.run(["--cwd", store])).toBe(1)
  const [[text]] = said.mock.calls as [[string]]
  expect(text).toContain(
    `ERROR    The store could not be looked at, and nothing was changed: The store's packages are not installed: there is no @medusajs/medusa in ${store}. Run there: pnpm install.\n`
  )
  rmSync(store, { recursive: true })
})

it("says that there is no store, and counts one error in the singular", async () => {
  const said = jest.spyOn(console, "log").mockImplementation()
  expect(await doctorCommand.run(["--cwd", __dirname])).toBe(1)
  const [[text]] = said.mock.calls as [[string]]
  expect(text).toMatch(/\nERROR .*no medusa-config in .*\n\n1 error, 0 warnings$/)
})
