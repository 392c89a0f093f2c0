import { PayCollectNotFoundError } from "../../service/errors"
import {
  type ServiceCustomer,
  type CustomerListQuery,
  type CustomerWithBilling,
  type ServiceTransaction,
} from "../../service"
import { type PayCollectClient } from "../../service/client"
import { isPerson } from "../spelling"
import { type Configuration } from "../../settings/configuration"
import { type IntentLedger } from "../../payments/ledger/ledger"
import { type IntentRow } from "../../modules/paycollect/models/intent"

/** Questions of one search, out of the few that looking around has a minute. */
const MOST_PAGES = 4
const RECORDS_PAGE = 100

/** What the service keeps of customers and transactions, for the merchant to look at. Nothing of it decides about money. */
export class ServiceRecords {
  constructor(
    private readonly configuration: Configuration,
    private readonly ledger: IntentLedger
  ) {}

  /** Newest first (interface 4.5); paging is the service's own (U-17). @throws PayCollectError */
  async customers(query: CustomerListQuery): Promise<ServiceCustomer[]> {
    return await (await this.client()).listCustomers(query)
  }

  /**
   * The service lists customers and searches none (interface 4.5): its newest are looked through, a few questions' worth. A service that
   * pages in its own way (U-17) is not asked twice for what it showed.
   * @returns who fits, and among how many
   * @throws PayCollectError
   */
  async findCustomers(typed: string): Promise<{ customers: ServiceCustomer[]; searched: number }> {
    const client = await this.client()
    const seen = new Map<string, ServiceCustomer>()
    for (let asked = 0; asked < MOST_PAGES; asked++) {
      const listed = await client.listCustomers({ limit: RECORDS_PAGE, offset: seen.size })
      const fresh = listed.filter(({ id }) => !seen.has(id))
      if (fresh.length === 0) break
      for (const customer of fresh) seen.set(customer.id, customer)
    }
    const customers = [...seen.values()].filter((customer) => isPerson(customer, typed))
    return { customers, searched: seen.size }
  }

  /** @throws PayCollectError, PayCollectNotFoundError when the service knows no such customer */
  async customer(id: string): Promise<CustomerWithBilling> {
    return await (await this.client()).retrieveCustomer(id)
  }

  /**
   * By whatever was typed, and, where the ledger knows a payment under that name, by every other name of it (U-23). A payment of ours is
   * looked up in its own environment.
   * @returns the transaction and our own record of it, when there is one
   * @throws PayCollectError, PayCollectNotFoundError when no name leads to a transaction
   */
  async transaction(typed: string): Promise<{ transaction: ServiceTransaction; intent: IntentRow | null }> {
    const ours = await this.ledger.byAnyReference(typed)
    const client = await this.client(ours)
    const transaction = await firstFound([typed, ...namesOf(ours)], (id) => client.retrieveTransaction(id))
    const intent = ours ?? (await this.ownRecord(transaction, client))
    return { transaction, intent }
  }

  private async ownRecord(
    { merchant_reference, payment_ref, id }: ServiceTransaction,
    { environment }: PayCollectClient
  ): Promise<IntentRow | null> {
    for (const name of [merchant_reference, payment_ref, id]) {
      const intent = name === undefined ? null : await this.ledger.byAnyReference(name)
      if (intent?.environment === environment) return intent
    }
    return null
  }

  private async client(intent: IntentRow | null = null): Promise<PayCollectClient> {
    const active = await this.configuration.current()
    return active.client(intent?.environment ?? active.environment)
  }
}

/** The verified id, the intent's id, the public reference: in this order (U-23). */
function namesOf(intent: IntentRow | null): string[] {
  const verified = intent?.verified as { id?: unknown } | null | undefined
  return [verified?.id, intent?.service_intent_id, intent?.payment_ref].filter(
    (name): name is string => typeof name === "string"
  )
}

async function firstFound<T>(names: string[], find: (name: string) => Promise<T>): Promise<T> {
  let missing: unknown
  for (const name of new Set(names)) {
    try {
      return await find(name)
    } catch (error) {
      if (!(error instanceof PayCollectNotFoundError)) throw error
      missing ??= error
    }
  }
  throw missing
}
