/** The five states of a PaymentIntent (interface 3). */
export const SERVICE_STATUSES = ["requires_action", "processing", "succeeded", "failed", "canceled"] as const
export type ServiceStatus = (typeof SERVICE_STATUSES)[number]

/** What a state means for the money. `waiting` may still become anything; only `paid` is irrevocable. */
export type Meaning = "waiting" | "paid" | "failed"

/** The one status table. Tests import it; nothing else compares service states. */
export const STATUS_MEANING: Readonly<Record<ServiceStatus, Meaning>> = {
  requires_action: "waiting",
  processing: "waiting",
  succeeded: "paid",
  failed: "failed",
  canceled: "failed",
}

export function isServiceStatus(value: unknown): value is ServiceStatus {
  return (SERVICE_STATUSES as readonly unknown[]).includes(value)
}

/** A state outside the five (U-20: direct charges use `pending`) is still waiting: never paid, never failed. */
export function meaningOf(status: string | undefined): Meaning {
  return isServiceStatus(status) ? STATUS_MEANING[status] : "waiting"
}
