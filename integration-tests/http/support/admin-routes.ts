import { readdirSync, readFileSync } from "node:fs"
import { join, relative, sep } from "node:path"

export interface Route {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  /** with parameters as Medusa's router writes them: `/admin/paycollect/intents/:id` */
  path: string
}

const api = join(__dirname, "../../../src/api")

/** Every route below /admin that this plugin has. */
export const adminRoutes = (): Route[] => routesBelow("admin")

/** Every route in a folder of `src/api`, as its files say: nobody has to remember to add one here. */
export function routesBelow(folder: string): Route[] {
  return readdirSync(join(api, folder), { withFileTypes: true, recursive: true })
    .filter(({ name }) => name === "route.ts")
    .flatMap(({ parentPath }) => {
      const path = `/${relative(api, parentPath).split(sep).join("/")}`.replace(/\[(\w+)\]/g, ":$1")
      const code = readFileSync(join(parentPath, "route.ts"), "utf8")
      const methods = [...code.matchAll(/^export (?:const|(?:async )?function) ([A-Z]+)\b/gm)]
      return methods.map(([, method]) => ({ method: method as Route["method"], path }))
    })
    .sort((one, other) => one.path.localeCompare(other.path))
}
