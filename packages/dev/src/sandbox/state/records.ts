import { type Reply } from "../base/reply"
import { type FAULT_KINDS } from "./fault"
import { type ShippingAddress } from "./intent"
import { type Environment, type OperationName } from "./options"

export interface Customer {
  id: string
  firstname: string
  lastname: string
  email: string
  phone: string
  /** Epoch milliseconds. */
  createdAt: number
  address: ShippingAddress
}

export interface CustomerSession {
  token: string
  email: string
  /** Epoch milliseconds. */
  expiresAt: number
}

export interface Refund {
  id: string
  transactionId: string
  /** Smallest unit. */
  amount: bigint
  currency: string
  reason: string
}

export interface SavedReply {
  fingerprint: string
  reply: Reply
  savedAt: number
}

/** One request of the service's interface. No header, body or credential is ever kept here. */
export interface RequestRecord {
  /** Null for an address or method that is no operation. */
  operation: OperationName | null
  method: string
  /** Below the base address, with the query. */
  path: string
  /** Null when the connection was closed without an answer. */
  status: number | null
  /** Epoch milliseconds at which it arrived. */
  at: number
  environment: Environment
  /** The merchant_reference it was about, where one is known. */
  reference?: string
  /** The code of a refusal. */
  code?: string
  fault?: (typeof FAULT_KINDS)[number]
  /** Answered from the Idempotency-Key, without running the operation. */
  replayed?: true
}
