import { type PaymentsModule } from "../payments/module"
import { type OpenLinks } from "./records/snapshot"

/** The order or cart that a payment link asks for. */
interface Link {
  id: string
  order_id: string | null
  cart_id: string | null
}

/** Of payment links, orders know until when one asks for money, which one a collection was paid by, and that its customer left it. */
export interface OrdersModule extends PaymentsModule {
  readonly links: OpenLinks & {
    ofCollection(collectionId: string): Promise<Link | null>
    leave(collectionId: string): Promise<void>
  }
}
