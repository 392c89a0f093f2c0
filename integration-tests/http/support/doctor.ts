import { execFile } from "node:child_process"
import { join } from "node:path"

const root = join(__dirname, "../../..")

/** The command as an operator runs it in the store of the tests. @param input what comes on standard input */
export async function doctorOf(
  databaseUrl: string,
  args: string[],
  input = ""
): Promise<{ code: number; stdout: string; stderr: string }> {
  const env = { ...process.env, DATABASE_URL: databaseUrl, NODE_ENV: "development" }
  const command = [join(root, ".medusa/server/src/cli/index.js"), "doctor", ...args]
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
