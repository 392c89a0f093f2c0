import { type MedusaNextFunction, type MedusaRequest, type MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"

/**
 * Before every route of ours: a stranger's request that would end as 500, which operators are called for, is the stranger's fault.
 * PostgreSQL takes no zero character in a text, and Medusa no parameter with two dots in its name.
 * @throws MedusaError INVALID_DATA (400); nothing was looked up then
 */
export function refuseUnreadable(req: MedusaRequest, _res: MedusaResponse, next: MedusaNextFunction): void {
  if (req.originalUrl.includes("%00")) throw refused("The address holds a zero character.")
  const deep = Object.keys(req.query).find((name) => name.split(".").length > 2)
  if (deep !== undefined) throw refused("The query holds a name with two dots.")
  next()
}

const refused = (problem: string) =>
  new MedusaError(MedusaError.Types.INVALID_DATA, `${problem} Nothing was looked up.`)
