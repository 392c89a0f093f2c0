import { execFile, spawn } from "node:child_process"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import { freePort } from "../../../scripts/lib/free-port.cjs"
import path from "../../setup/redis-server"

/** Path of a Redis server, or a visible line that says what is skipped without one. */
export const redisServer = path
if (!redisServer)
  console.warn(
    "\nSKIPPED: several Medusa processes share their locks through Redis (REDIS_SERVER_PATH, or one of the usual places); none was found."
  )

interface OwnRedis {
  url: string
  /** one command; a line per value of the answer */
  ask(...command: string[]): Promise<string[]>
  /** it takes connections and commands, and answers none until `goOn` */
  hang(): void
  goOn(): void
  /** gone, connections refused */
  die(): Promise<void>
  /** at the same address, empty */
  comeBack(): Promise<void>
  stop(): Promise<void>
}

/** A Redis server of our own, empty, on loopback; it keeps nothing. */
export async function startRedis(): Promise<OwnRedis> {
  const port = await freePort()
  let [child, gone] = await listening(port)
  const cli = join(dirname(redisServer!), "redis-cli")
  const ask = async (...command: string[]) => {
    const { stdout } = await promisify(execFile)(cli, ["-p", String(port), "--raw", ...command])
    return stdout.split("\n").filter(Boolean)
  }
  const stop = async () => {
    child.kill("SIGKILL")
    await gone
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    ask,
    hang: () => void child.kill("SIGSTOP"),
    goOn: () => void child.kill("SIGCONT"),
    die: stop,
    comeBack: async () => void ([child, gone] = await listening(port)),
    stop,
  }
}

async function listening(port: number) {
  const child = spawn(
    redisServer!,
    ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"],
    { stdio: ["ignore", "pipe", "inherit"] }
  )
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()))
  await new Promise<void>((resolve, reject) => {
    void gone.then(() => reject(new Error("Redis did not start")))
    child.stdout.on("data", (text: Buffer) => {
      if (text.toString().includes("Ready to accept connections")) resolve()
    })
  })
  return [child, gone] as const
}
