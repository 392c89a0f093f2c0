import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import { type AddressInfo } from "node:net"
import { seeOther } from "./base/reply"
import { createScheduler } from "./base/scheduler"
import { serveCheckout } from "./checkout/routes"
import { createControl, type SandboxControl } from "./control/control"
import { serveControl } from "./control/routes"
import { serveApi } from "./http/api"
import { send } from "./http/message"
import { emptyState } from "./state/memory"
import { type SandboxOptions } from "./state/options"
import { resolveSettings, SANDBOX_KEYS } from "./state/settings"
import { type Simulation } from "./state/simulation"

export interface Sandbox {
  origin: string
  /** Base address of the test environment, takes the test secret key. */
  baseUrl: string
  /** Base address of the live environment: separate data, takes the live secret key. */
  liveBaseUrl: string
  testSecretKey: string
  liveSecretKey: string
  /** Refused by every operation that needs a secret key (interface 5). */
  publicKey: string
  webhookSecret: string
  control: SandboxControl
  close(): Promise<void>
}

/** Paths below the origin. The live environment has a base address and data of its own, like the real one. */
const BASES = { test: "/v1", live: "/live/v1" } as const

/**
 * Starts a stateful simulator of the payment collection service: interface, hosted checkout and control plane on one port.
 * @throws when the address cannot be listened on
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const settings = resolveSettings(options)
  const simulation: Simulation = {
    settings,
    state: emptyState(),
    scheduler: createScheduler(),
    origin: "",
    now: settings.now,
  }
  const control = createControl(simulation)
  const server = createServer((request, response) => void serve({ simulation, control }, request, response))
  // Longer than any caller keeps an idle connection: closing first would look like a dropped request.
  server.keepAliveTimeout = 120_000
  await listen(server, settings.host, settings.port)
  simulation.origin = settings.publicUrl ?? originOf(server.address() as AddressInfo)

  return {
    origin: simulation.origin,
    baseUrl: simulation.origin + BASES.test,
    liveBaseUrl: simulation.origin + BASES.live,
    testSecretKey: SANDBOX_KEYS.testSecretKey,
    liveSecretKey: SANDBOX_KEYS.liveSecretKey,
    publicKey: SANDBOX_KEYS.publicKey,
    webhookSecret: settings.webhookSecret,
    control,
    close: () => close(server, simulation),
  }
}

async function serve(
  { simulation, control }: { simulation: Simulation; control: SandboxControl },
  request: IncomingMessage,
  response: ServerResponse
): Promise<void> {
  const url = request.url ?? "/"
  const [path = "/", search = ""] = url.split("?", 2)
  const exchange = { request, response, query: new URLSearchParams(search) }
  try {
    for (const environment of ["test", "live"] as const) {
      const base = `${BASES[environment]}/`
      if (path.startsWith(base))
        return await serveApi(simulation, { ...exchange, environment, path: path.slice(base.length - 1) })
    }
    if (path.startsWith("/checkout/")) return await serveCheckout(simulation, { ...exchange, path })
    if (/^\/_control(\/|$)/.test(path)) return await serveControl(control, { ...exchange, path })
    send(response, path === "/" ? seeOther("/_control") : { status: 404, body: { error: "Nothing is here" } })
  } catch {
    // The caller went away in the middle of its request; no connection is left to answer on.
    response.destroy()
  }
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, host, () => {
      server.off("error", reject)
      resolve()
    })
  })
}

function originOf({ address, family, port }: AddressInfo): string {
  const isAnyAddress = address === "0.0.0.0" || address === "::"
  const host = isAnyAddress ? "127.0.0.1" : family === "IPv6" ? `[${address}]` : address
  return `http://${host}:${port}`
}

/** Ends open connections too: a caller that waits for a delayed answer must not keep the process alive. */
function close(server: Server, simulation: Simulation): Promise<void> {
  simulation.scheduler.clear()
  return new Promise((resolve, reject) => {
    server.close((error) =>
      error && (error as NodeJS.ErrnoException).code !== "ERR_SERVER_NOT_RUNNING" ? reject(error) : resolve()
    )
    server.closeAllConnections()
  })
}
