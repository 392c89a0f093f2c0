import { fork, type ChildProcess } from "node:child_process"
import { mkdirSync, openSync, readFileSync } from "node:fs"
import { join } from "node:path"
import axios, { type AxiosInstance } from "axios"
import { freePort } from "../../../scripts/lib/free-port.cjs"
import { type PluginOptionsInput } from "../../../src/settings/options-schema"

const script = join(__dirname, "../server/server.js")
const logs = join(__dirname, "../../../artifacts/kill")
const ANSWER_MS = 60_000

export interface ServerSetup {
  databaseUrl: string
  options: PluginOptionsInput
  /** where its subscriber writes what it hears of captures */
  heardFile: string
  /** where locks live that several processes share */
  redisUrl?: string
  /** events, workflows, the schedule of the jobs, cache and logins live there, too */
  allInRedis?: boolean
  /** the schedule of the jobs, too, and as many connections as Medusa has without a word */
  asShipped?: boolean
  name?: string
}

/** A visitor who is watched, and who may be made to stand still right after one effect. */
export interface Visit {
  name: string
  stopAfter?: string
  /** it will be told to go on */
  goesOn?: boolean
  /** the shop's own hook after the payment fails */
  failLate?: boolean
}

/** Right after a message was taken, after the provider has it, and after that was written down. */
export type MomentOfMessage = "claim" | "mailed" | "ended"

interface Message {
  id?: number
  ready?: true
  standing?: string[]
  result?: unknown
  error?: string
}

let started = 0

/** A Medusa server in a process of its own; see `server/server.js` for what it understands. */
export class Server {
  readonly api: AxiosInstance
  /** signal it died of; resolves when the process is gone */
  readonly death: Promise<NodeJS.Signals | null>
  standing: string[] = []
  private readonly waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  private asked = 0

  private constructor(
    private readonly child: ChildProcess,
    readonly origin: string,
    private readonly log: string
  ) {
    this.api = client(origin)
    this.death = new Promise((resolve) => child.once("exit", (_, signal) => resolve(signal)))
    child.on("message", (message: Message) => this.heard(message))
    void this.death.then(() => {
      for (const { reject } of this.waiting.values()) reject(new Error("the server died"))
    })
  }

  static async start({
    databaseUrl,
    options,
    heardFile,
    redisUrl,
    allInRedis,
    asShipped,
    name = "server",
  }: ServerSetup): Promise<Server> {
    const port = await freePort()
    mkdirSync(logs, { recursive: true })
    const log = join(logs, `${name}-${process.pid}-${++started}.log`)
    const out = openSync(log, "w")
    const child = fork(script, {
      env: {
        ...process.env,
        NODE_OPTIONS: "",
        PORT: String(port),
        DATABASE_URL: databaseUrl,
        PAYCOLLECT_SPEC_STORE: join(__dirname, "../store"),
        PAYCOLLECT_SPEC_OPTIONS: JSON.stringify(options),
        PAYCOLLECT_SPEC_HEARD: heardFile,
        ...(redisUrl && { PAYCOLLECT_SPEC_REDIS: redisUrl }),
        ...(allInRedis && { PAYCOLLECT_SPEC_ALL_IN_REDIS: "true" }),
        ...(asShipped && { PAYCOLLECT_SPEC_AS_SHIPPED: "true", LOG_LEVEL: "info" }),
      },
      stdio: ["ignore", out, out, "ipc"],
    })
    const server = new Server(child, `http://127.0.0.1:${port}`, log)
    const ready = new Promise<boolean>((resolve) =>
      child.on("message", (message: Message) => message.ready && resolve(true))
    )
    const up = await Promise.race([ready, server.death.then(() => false)])
    if (!up || !(await server.listens())) throw new Error(`the server did not start\n${server.tail()}`)
    return server
  }

  /** Medusa says that it has started before it listens. */
  private async listens(): Promise<boolean> {
    for (let tries = 0; tries < 100; tries++) {
      const isThere = await this.api.get("/health").then(
        () => true,
        () => false
      )
      if (isThere) return true
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    return false
  }

  async later(ms: number): Promise<void> {
    await this.ask("later", { ms })
  }

  /** The time that `later` let pass is taken back. */
  async today(): Promise<void> {
    await this.ask("today", {})
  }

  async configure(options: PluginOptionsInput): Promise<void> {
    await this.ask("configure", { options })
  }

  /** what this visitor made the server do so far, in order */
  async effects(name: string): Promise<string[]> {
    return (await this.ask("effects", { name })) as string[]
  }

  /** These visitors stood still and go on. */
  async goOn(names: string[], left?: number[]): Promise<void> {
    await this.ask("goOn", { names, left })
  }

  /** When so many visitors stand still, the process kills itself. @returns the signal that it died of */
  async dieWhenStanding(visitors: number): Promise<NodeJS.Signals | null> {
    const refused = this.ask("dieWhenStanding", { visitors }).then(
      () => new Promise<never>(() => {}),
      async (error: unknown) => (this.child.signalCode ? await this.death : Promise.reject(error))
    )
    return await Promise.race([this.death, refused])
  }

  /** Customers are told. `dies`: the moment of the first message at which the process kills itself, and this comes to its end, too */
  async messages(options: PluginOptionsInput, dies?: MomentOfMessage): Promise<void> {
    const told = this.ask("messages", { options, dies })
    if (!dies) return void (await told)
    const ended = await Promise.race([
      this.death,
      told.then(
        () => "told",
        () => this.death
      ),
    ])
    if (ended !== "SIGKILL") throw new Error(`the server ended by ${String(ended)}\n${this.tail()}`)
  }

  async workflow<T>(id: string, input: object, visit?: Visit): Promise<T> {
    return (await this.ask("workflow", { workflow: id, input, ...visit })) as T
  }

  /** Requests of one watched visitor. */
  as({ name, stopAfter, goesOn, failLate }: Visit): AxiosInstance {
    return client(this.origin, {
      "x-visit": name,
      ...(stopAfter && { "x-stop-after": stopAfter }),
      ...(goesOn && { "x-goes-on": "true" }),
      ...(failLate && { "x-fail-late": "true" }),
    })
  }

  kill(): Promise<NodeJS.Signals | null> {
    this.child.kill("SIGKILL")
    return this.death
  }

  tail(): string {
    return this.said().slice(-4_000)
  }

  /** all that it logged */
  said(): string {
    return readFileSync(this.log, "utf8")
  }

  private ask(order: string, input: object): Promise<unknown> {
    const id = ++this.asked
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject })
      this.child.send({ ...input, id, order }, (error) => error && reject(error))
    })
  }

  private heard({ id, standing, result, error }: Message): void {
    if (standing) this.standing = standing
    if (id === undefined) return
    const waiting = this.waiting.get(id)
    this.waiting.delete(id)
    if (error) waiting?.reject(new Error(error))
    else waiting?.resolve(result)
  }
}

/** Answers are asserted on, 4xx and 303 included. */
function client(baseURL: string, headers: Record<string, string> = {}): AxiosInstance {
  return axios.create({ baseURL, headers, maxRedirects: 0, validateStatus: () => true, timeout: ANSWER_MS })
}
