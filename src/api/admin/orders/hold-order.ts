import { type MedusaResponse } from "@medusajs/framework/http"
import { type MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { paycollectOf } from "../../../modules/paycollect"
import { subjectsOfOrder } from "../../../store/lookups"

/** As long as settling itself waits for the lease. */
const WAIT_MS = 10_000

export type Release = () => Promise<void>

/** From here on no process settles money of this order. @returns null while one does; nothing is held then */
export async function holdOrder(container: MedusaContainer, orderId: string): Promise<Release | null> {
  const { ledger } = paycollectOf(container)
  const subjects = await subjectsOfOrder(container.resolve(ContainerRegistrationKeys.QUERY), orderId)
  return await ledger.hold(subjects, { wait: WAIT_MS, orderId })
}

/** Should the answer never go out, the lease ends by time. */
export function releaseWhenAnswered(res: MedusaResponse, release: Release): void {
  res.once("finish", () => void release().catch(() => undefined))
}
