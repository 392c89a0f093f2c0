/** `POST /admin/paycollect/lost-payments`: one of `pasted` and `since` at least. */
export interface AdminPayCollectLostPaymentsBody {
  /** any text with merchant references in it, at most 50,000 characters */
  pasted?: string
  /** ISO 8601: also what the store's own payment sessions since then were given */
  since?: string
  /** that all references are this shop's, also those that nothing in the store is of */
  all_ours?: boolean
}

export interface AdminPayCollectLostPaymentsResponse {
  looked_at: number
  /** how many of them are on record */
  known: number
  /** the others */
  payments: {
    reference: string
    /**
     * `rebuilt`: on record again; `strange`: nothing here is of it; `not_found`: the service knows no such payment; `not_asked`: the service
     * or the store could not be asked; `lost`: ours, left for the next request
     */
    found: "rebuilt" | "strange" | "not_found" | "not_asked" | "lost"
    intent_id: string | null
    /** the one it has now that it is on record again: `JZ1D-7K9P` */
    payment_number: string | null
    /** what settling came to */
    status: "waiting" | "failed" | "succeeded" | "attention" | "unknown_reference" | null
  }[]
}
