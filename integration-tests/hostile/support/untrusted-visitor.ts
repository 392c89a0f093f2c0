import { type AxiosResponse } from "axios"
import { type RequestRecord } from "../../../packages/dev/src/sandbox"
import { type Customer } from "../../http/support/customer"
import { type Store } from "../../http/support/store"

/** A payment that a stranger started and will not pay. */
export interface Bait {
  guest: Customer
  reference: string
  sessionId: string
}

/** Addresses that anybody with a cart can send to, as often as they like. */
export const DOORS = ["return", "checkout", "status", "complete", "session"] as const
export type Door = (typeof DOORS)[number]

/**
 * Somebody without an account who wants to cost the shop something. Carts are free, so there can be any number of them.
 */
export class Stranger {
  constructor(private readonly store: Store) {}

  /** Carts filled and a payment started in each: what a shop gives to everybody. */
  async bait(carts: number): Promise<Bait[]> {
    const baits: Bait[] = []
    for (let cart = 0; cart < carts; cart++) {
      const guest = this.store.customer()
      await guest.fillCart()
      const { merchant_reference: reference } = await guest.startPayment()
      const [session] = (await guest.cart()).payment_collection.payment_sessions
      baits.push({ guest, reference, sessionId: session.id })
    }
    return baits
  }

  /** One request to one address of one of the carts. */
  async knock(door: Door, { guest, reference, sessionId }: Bait): Promise<AxiosResponse> {
    switch (door) {
      case "return":
        return await guest.comeBack(reference)
      case "checkout":
        return await this.store.api.get(`/paycollect/checkout/${sessionId}`)
      case "status":
        return await guest.send("get", `/store/paycollect/carts/${guest.cartId}/status`)
      case "complete":
        return await guest.complete()
      case "session":
        return await guest.tryToPay()
    }
  }

  /** Every door of every cart so many times, `atOnce` requests at the same time. @returns how often each status was answered */
  async storm(
    baits: Bait[],
    { doors = DOORS, times = 1, atOnce = 8 }: Storm = {}
  ): Promise<Record<number, number>> {
    const knocks = Array.from({ length: times }, () =>
      baits.flatMap((bait) => doors.map((door) => ({ door, bait })))
    ).flat()
    const statuses: Record<number, number> = {}
    const worker = async () => {
      for (let next = knocks.shift(); next; next = knocks.shift()) {
        const { status } = await this.knock(next.door, next.bait)
        statuses[status] = (statuses[status] ?? 0) + 1
      }
    }
    await Promise.all(Array.from({ length: atOnce }, worker))
    return statuses
  }

  /** What the service was asked while this went on, in its own words: the price of what a stranger does. */
  async priceOf(work: () => Promise<unknown>): Promise<RequestRecord[]> {
    const { control } = this.store.service
    control.clearRequests()
    await work()
    // Some routes go on behind their answer.
    await new Promise((resolve) => setTimeout(resolve, 250))
    return control.requests()
  }
}

interface Storm {
  doors?: readonly Door[]
  times?: number
  atOnce?: number
}
