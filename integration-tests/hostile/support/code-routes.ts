import { readdirSync } from "node:fs"
import { join, sep } from "node:path"

const api = join(__dirname, "../../../src/api")
const METHODS = new Set(["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD"])

interface Middlewares {
  default: { routes: { matcher: string | RegExp; methods?: string[] }[] }
}

/** "GET /store/paycollect/carts/:id/status" for everything that a file below `src/api` answers. */
export async function ownRoutes(): Promise<string[]> {
  const files = readdirSync(api, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(`${sep}route.ts`)
  )
  const routes = files.map(async (file) => {
    const path = `/${file.split(sep).slice(0, -1).join("/")}`.replace(/\[(\w+)\]/g, ":$1")
    const exported = Object.keys((await import(join(api, file))) as object)
    return exported.filter((name) => METHODS.has(name)).map((method) => `${method} ${path}`)
  })
  return (await Promise.all(routes)).flat().sort()
}

/** The same for routes of Medusa that a middleware of ours stands before. */
export async function guardedRoutes(): Promise<string[]> {
  const own = new Set(await ownRoutes())
  const { default: middlewares } = (await import(join(api, "middlewares.ts"))) as Middlewares
  return (
    middlewares.routes
      .filter(({ matcher }) => !/^(\/(admin|store|hooks))?\/paycollect(\/|$)/.test(String(matcher)))
      // Not those below /admin and /store as a whole, which look at the fields that are asked for and at nothing else (promise/linked-payments).
      .filter(({ matcher, methods }) => methods || !/^\/(admin|store)$/.test(String(matcher)))
      .flatMap(({ matcher, methods = ["USE"] }) => methods.map((method) => `${method} ${String(matcher)}`))
      .filter((route) => !own.has(route))
      .sort()
  )
}
