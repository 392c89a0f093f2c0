import { type IntentRow } from "../modules/paycollect/models/intent"
import { type RecoverLost } from "../payments/create"
import { type PaymentsModule } from "../payments/module"
import { type Source } from "../payments/source"
import { type Query } from "./records/query"
import { type OpenLinks } from "./records/snapshot"

/** The order or cart that a payment link asks for. */
interface Link {
  id: string
  order_id: string | null
  cart_id: string | null
}

export interface OrdersModule extends PaymentsModule {
  /**
   * An attempt that was refused may have the reference of a row that was lost: what the service tells of it is then about that one's money. Where
   * a payment of Medusa has that money, the lost row is written anew in place of the attempt's. `foreign`: the row is looked at as it is.
   */
  recoverLost(query: Query, row: IntentRow, source: Source): ReturnType<RecoverLost>
  /** Of payment links, orders know until when one asks for money, which one a collection was paid by, and that its customer left it. */
  readonly links: OpenLinks & {
    ofCollection(collectionId: string): Promise<Link | null>
    leave(collectionId: string): Promise<void>
  }
}
