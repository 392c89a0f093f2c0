export interface PayCollectPaymentMethod {
  code: string
  name: string
  type?: string
  currencies?: string[]
  countries?: string[]
  logo?: string
}

/** `GET /admin/paycollect/payment-methods?country_code=` */
export interface AdminPayCollectPaymentMethodsResponse {
  payment_methods: PayCollectPaymentMethod[]
}

export interface AdminPayCollectCustomer {
  id: string
  firstname?: string
  lastname?: string
  email?: string
  phone?: string
  /** whole smallest units; the service names no currency */
  balance?: string
  active?: boolean
  created_at: string | null
}

/**
 * `GET /admin/paycollect/customers?limit=&offset=&page=`: what the service lists; it documents no count (U-17). With `?q=` those whose name,
 * e-mail or phone has that in it, among the newest.
 */
export interface AdminPayCollectCustomersResponse {
  customers: AdminPayCollectCustomer[]
  /** with `q`: how many were looked through */
  searched?: number
}

/** `GET /admin/paycollect/customers/:id` */
export interface AdminPayCollectCustomerResponse {
  customer: AdminPayCollectCustomer & {
    billing: {
      name?: string
      email?: string
      phone?: string
      address?: { line1?: string; city?: string; country?: string }
    }[]
  }
}

/** `GET /admin/paycollect/transactions/:id`: by whatever the service calls it (U-23). For display; only verify decides. */
export interface AdminPayCollectTransactionResponse {
  transaction: {
    id: string
    /** smallest unit */
    amount?: string
    currency?: string
    /** decimals of that currency in this store; null where the service names none, or the store does not know it */
    exponent: number | null
    status?: string
    merchant_reference?: string
    payment_ref?: string
    description?: string
    /** how it was paid, and why it was not, as the service writes it where it tells (U-27) */
    method?: string
    operator?: string
    declined?: string
    created_at: string | null
    customer?: { firstname?: string; lastname?: string; email?: string; phone?: string }
    /** our own record of it, when there is one */
    paycollect_intent_id: string | null
  }
}
