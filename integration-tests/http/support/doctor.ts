import { execFile } from "node:child_process"
import { join } from "node:path"

const root = join(__dirname, "../../..")

/** The doctor as an operator runs it. @param input what comes on standard input */
export const doctorOf = (databaseUrl: string, args: string[], input = "") =>
  commandOf(databaseUrl, ["doctor", ...args], input)

/** A command of the plugin's bin, run in the store of the tests. */
export async function commandOf(
  databaseUrl: string,
  words: string[],
  input = ""
): Promise<{ code: number; stdout: string; stderr: string }> {
  const env = { ...process.env, DATABASE_URL: databaseUrl, NODE_ENV: "development" }
  const command = [join(root, ".medusa/server/src/cli/index.js"), ...words]
  return await new Promise((resolve) => {
    const cwd = join(root, "integration-tests/store")
    const { stdin } = execFile(
      process.execPath,
      command,
      { cwd, env, timeout: 90_000 },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, stdout, stderr })
    )
    stdin!.end(input)
  })
}
