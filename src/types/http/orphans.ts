/** `POST /admin/paycollect/orphans`: one of `pasted` and `since` at least. */
export interface AdminPayCollectOrphansBody {
  /** any text with merchant references in it, at most 50,000 characters */
  pasted?: string
  /** ISO 8601: also what the store's own payment sessions since then were given */
  since?: string
  /** that all references are this shop's, also those that nothing in the store is of */
  all_ours?: boolean
}

export interface AdminPayCollectOrphansResponse {
  checked: number
  /** how many of them are on record */
  known: number
  /** the others */
  payments: {
    reference: string
    /**
     * `recovered`: on record again; `foreign`: nothing here is of it; `not_found`: the service knows no such payment; `not_asked`: the service
     * or the store could not be asked; `left`: ours, left for the next request
     */
    found: "recovered" | "foreign" | "not_found" | "not_asked" | "left"
    intent_id: string | null
    /** the one it has now that it is on record again: `JZ1D-7K9P` */
    payment_number: string | null
    /** what advancing came to */
    status: "waiting" | "failed" | "succeeded" | "attention" | "unknown_reference" | null
  }[]
}
