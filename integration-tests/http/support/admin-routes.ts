import { readdirSync, readFileSync } from "node:fs"
import { join, relative, sep } from "node:path"

export interface AdminRoute {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  /** with parameters as Medusa's router writes them: `/admin/paycollect/intents/:id` */
  path: string
}

const api = join(__dirname, "../../../src/api")

/** Every route below /admin that this plugin has, as its files say: nobody has to remember to add one here. */
export function adminRoutes(): AdminRoute[] {
  return readdirSync(join(api, "admin"), { withFileTypes: true, recursive: true })
    .filter(({ name }) => name === "route.ts")
    .flatMap(({ parentPath }) => {
      const path = `/${relative(api, parentPath).split(sep).join("/")}`.replace(/\[(\w+)\]/g, ":$1")
      const code = readFileSync(join(parentPath, "route.ts"), "utf8")
      const methods = [...code.matchAll(/^export (?:const|(?:async )?function) ([A-Z]+)\b/gm)]
      return methods.map(([, method]) => ({ method: method as AdminRoute["method"], path }))
    })
    .sort((one, other) => one.path.localeCompare(other.path))
}
