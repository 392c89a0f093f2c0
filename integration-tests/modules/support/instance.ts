import { asValue } from "@medusajs/framework/awilix"
import { type Knex } from "@medusajs/framework/mikro-orm/knex"
import { createMedusaContainer } from "@medusajs/framework/utils"
import { minorAmount } from "../../../src/service/wire/shape"
import { SCHEDULE } from "../../../src/payments/schedule"
import { repeatedPlaces, type BudgetLimits } from "../../../src/service/budget-rules"
import { type Clock } from "../../../src/service/config"
import { Configuration } from "../../../src/settings/configuration"
import { Assignments } from "../../../src/payments/ledger/assignments"
import { IntentLedger, type NewIntent } from "../../../src/payments/ledger/ledger"
import { WatchedPayments, FairPolling } from "../../../src/payments/fair-polling"
import registerParts, { type Cradle } from "../../../src/modules/paycollect/loaders/parts"
import { type StartPaymentInput } from "../../../src/payments/request"
import { StartPayment } from "../../../src/payments/start"
import { Verifier } from "../../../src/payments/verifier"
import { RequestBudget } from "../../../src/service/budget"
import { ReturnProofs } from "../../../src/payments/return-address"
import PayCollectModuleService from "../../../src/modules/paycollect/service"
import { SharedState } from "../../../src/service/shared-state"
import { SANDBOX_KEYS, type Sandbox } from "../../../packages/dev/src/sandbox"

/** The time of day, and as much later as a test says. Sleeping is real but short, so that other callers get their turn. */
export class TestClock implements Clock {
  private offset = 0

  now = () => Date.now() + this.offset
  database = this.now
  sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, Math.min(ms, 50)))

  advance(ms: number): void {
    this.offset += ms
  }
}

/** The module with all its parts, as Medusa boots it, on a database that is there. */
export function moduleOn(knex: Knex, options: Record<string, unknown>): PayCollectModuleService {
  const container = createMedusaContainer()
  container.register({ __pg_connection__: asValue(knex), baseRepository: asValue(undefined) })
  container.register({ event_bus: asValue(undefined), logger: asValue(undefined) })
  registerParts({ container, options })
  return new PayCollectModuleService(container.cradle as Cradle, options)
}

/**
 * One Medusa process as far as the module is concerned: what it keeps in memory is its own, the database is everybody's.
 * @param limits of the request budget; without them there is none, and every customer waits alone
 * @returns with `told`: what its subscribers heard, by the payment's reference
 */
export function instance(
  knex: Knex,
  service: Pick<Sandbox, "origin">,
  more: Record<string, unknown> = {},
  clock = new TestClock(),
  limits?: BudgetLimits
) {
  const state = new SharedState(knex)
  const gate =
    limits &&
    new RequestBudget(knex, state, {
      configuration: { given: { options: { service: { budget: limits } } } },
      clock,
    })
  const configuration = new Configuration(
    {
      test: { secretKey: SANDBOX_KEYS.testSecretKey, baseUrl: `${service.origin}/v1` },
      live: { secretKey: SANDBOX_KEYS.liveSecretKey, baseUrl: `${service.origin}/live/v1` },
      backendUrl: "https://api.shop.example",
      ...more,
    },
    { gate }
  )
  const told: [string, string][] = []
  const ledger = new IntentLedger(knex, clock, {
    started: ({ merchant_reference }) => void told.push(["started", merchant_reference]),
    failed: ({ merchant_reference }) => void told.push(["failed", merchant_reference]),
  })
  const places = repeatedPlaces(limits ?? { standard: 60 })
  const crowd = new FairPolling(new WatchedPayments(knex, clock), clock, places)
  const proofs = new ReturnProofs(state)
  const verifier = new Verifier(ledger, configuration, clock, SCHEDULE, limits && crowd)
  const assignments = new Assignments(knex, clock)
  const startPayment = new StartPayment(ledger, verifier, configuration, clock, assignments, proofs)
  return { clock, ledger, verifier, startPayment, configuration, crowd, proofs, assignments, told }
}

let carts = 0

/** A cart that no other test uses: all tests of a file share one database. */
export const newCartId = () => `cart_${process.pid}_${++carts}`

/** The first attempt of a cart, as the ledger is given it. */
export function newIntent(cartId: string, more: Partial<NewIntent> = {}): NewIntent {
  return {
    merchant_reference: `${cartId}-${more.attempt ?? 1}`,
    subject_id: cartId,
    attempt: 1,
    cart_id: cartId,
    payment_collection_id: "pay_col_01",
    provider_id: "pp_paycollect_default",
    environment: "test",
    amount: minorAmount("10000"),
    currency_code: "xaf",
    exponent: 0,
    fee_bearer: "merchant",
    fingerprint: "f",
    request: {},
    ...more,
  }
}

/** The smallest request for `cartId`; the session is another one with every call, as when core re-creates it. */
export function startInput(cartId: string, more: Partial<StartPaymentInput> = {}): StartPaymentInput {
  return {
    session_id: `payses_${process.pid}_${++carts}`,
    cart_id: cartId,
    payment_collection_id: `pay_col_of_${cartId}`,
    provider_id: "pp_paycollect_default",
    amount: minorAmount("10000"),
    currency_code: "xaf",
    exponent: 0,
    request: {
      firstname: "Ama",
      lastname: "Nkeng",
      email: "ama@example.com",
      description: "Order",
      fee_bearer: "merchant",
      confirmation_method: "automatic",
    },
    paid_session_ids: [],
    ...more,
  }
}
