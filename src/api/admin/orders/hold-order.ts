import { type MedusaResponse } from "@medusajs/framework/http"
import { type MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { paycollectOf } from "../../../modules/paycollect"
import { subjectsOfOrder } from "../../../orders/records/lookups"

/** As long as advancing itself waits for the lease. */
const ORDER_WAIT_MS = 10_000

export type ReleaseHeld = () => Promise<void>

/** From here on no process advances money of this order. @returns null while one does; nothing is held then */
export async function holdOrder(container: MedusaContainer, orderId: string): Promise<ReleaseHeld | null> {
  const { ledger } = paycollectOf(container)
  const subjects = await subjectsOfOrder(container.resolve(ContainerRegistrationKeys.QUERY), orderId)
  return await ledger.hold(subjects, { wait: ORDER_WAIT_MS, orderId })
}

/** Should the answer never go out, the lease ends by time. */
export function releaseWhenAnswered(res: MedusaResponse, release: ReleaseHeld): void {
  res.once("finish", () => void release().catch(() => undefined))
}
