import { type MedusaContainer } from "@medusajs/framework/types"
import { type Priority } from "../client"
import { type Standing } from "../domain/reversal"
import { type IntentRow } from "../modules/paycollect/models/intent"
import { needsAttention } from "./announce"
import { REVERSED_KEY } from "./went-back"
import { moduleOf } from "../payments/module"

/** Of one run of the job, beside the payments that are due. */
const MOST = 10

/**
 * Looks whether the money of settled orders is still there: those whose look is due, as far as this run has room. Money that went back is
 * told, once per set of facts; nothing is canceled, and the payment stays settled.
 * @returns the rows that could not be looked at, with what went wrong
 */
export async function lookBackAtDue(
  container: MedusaContainer,
  room: number
): Promise<{ intent: IntentRow; error: unknown }[]> {
  const { lookBacks } = moduleOf(container)
  const failed: { intent: IntentRow; error: unknown }[] = []
  if (room <= 0) return failed
  for (const intent of await lookBacks.claimDue(Math.min(room, MOST)))
    await lookBack(container, intent, "reconcile").catch((error: unknown) => failed.push({ intent, error }))
  return failed
}

/** A signed event about settled money that does not only repeat that it came: one look, now or a moment later. */
export async function hearOfSettled(container: MedusaContainer, { id }: IntentRow): Promise<void> {
  const { lookBacks } = moduleOf(container)
  const intent = await lookBacks.claimNews(id)
  if (intent) await lookBack(container, intent, "webhook")
}

async function lookBack(container: MedusaContainer, intent: IntentRow, priority: Priority): Promise<void> {
  const paycollect = moduleOf(container)
  const standing = await paycollect.lookBack.ask(intent, priority)
  if (standing?.kind === "reversed") await tellReversed(container, intent, standing)
  await paycollect.lookBack.done(intent, { answered: standing !== null })
}

async function tellReversed(
  container: MedusaContainer,
  intent: IntentRow,
  { facts }: Extract<Standing, { kind: "reversed" }>
): Promise<void> {
  await needsAttention(container, intent, {
    reason: "reversed",
    key: REVERSED_KEY,
    data: facts,
    once: "facts",
  })
}
