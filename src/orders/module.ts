import { type PaymentsModule } from "../payments/module"
import { type Source } from "../payments/source"
import { type RecoverLost } from "../payments/verifier"
import { type Query } from "./records/query"
import { type OpenLinks } from "./records/snapshot"

/** The order or cart that a payment link asks for. */
interface Link {
  id: string
  order_id: string | null
  cart_id: string | null
}

export interface OrdersModule extends PaymentsModule {
  /** What the service tells of an attempt that was never seen to be made may be about money that Medusa has a payment of, its row lost. */
  recoverLost(query: Query, source?: Source): RecoverLost
  /** Of payment links, orders know until when one asks for money, which one a collection was paid by, and that its customer left it. */
  readonly links: OpenLinks & {
    ofCollection(collectionId: string): Promise<Link | null>
    leave(collectionId: string): Promise<void>
  }
}
