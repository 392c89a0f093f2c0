import { PayCollectError, PayCollectNotFoundError } from "../service/errors"
import { type PayCollectClient } from "../service/client"
import { type Priority, type VerifiedPayment } from "../service"

export interface Question {
  /** epoch ms */
  deadline: number
  priority: Priority
}

export type Answered = VerifiedPayment | "not_found" | "no_answer"

/** One verify about a payment that the schedule does not watch. Never throws for a service that is down or silent. */
export async function askOnce(
  client: PayCollectClient,
  reference: string,
  question: Question
): Promise<Answered> {
  try {
    // Not tried again at once: an event comes again, the job looks again, and a person may.
    return await client.verifyPayment(reference, { ...question, retryPauseMs: Infinity })
  } catch (error) {
    if (error instanceof PayCollectNotFoundError) return "not_found"
    if (error instanceof PayCollectError) return "no_answer"
    throw error
  }
}
