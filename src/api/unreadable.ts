import { type MedusaNextFunction, type MedusaRequest, type MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"

/**
 * Before every route of ours: a stranger's request that would end as 500, which operators are called for, is the stranger's fault.
 * PostgreSQL takes no zero character in a text, Medusa no parameter with two dots in its name, and the router no address that cannot be
 * decoded: it is registered for a beginning of addresses, which the router compares without decoding.
 * @throws MedusaError INVALID_DATA (400); nothing was looked up then
 */
export function refuseUnreadable(req: MedusaRequest, _res: MedusaResponse, next: MedusaNextFunction): void {
  if (req.originalUrl.includes("%00")) throw refusedInput("The address holds a zero character.")
  if (!isDecodable(req.originalUrl.split("?")[0]!)) throw refusedInput("The address cannot be decoded.")
  const deep = Object.keys(req.query).find((name) => name.split(".").length > 2)
  if (deep !== undefined) throw refusedInput("The query holds a name with two dots.")
  next()
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

const refusedInput = (problem: string) =>
  new MedusaError(MedusaError.Types.INVALID_DATA, `${problem} Nothing was looked up.`)
