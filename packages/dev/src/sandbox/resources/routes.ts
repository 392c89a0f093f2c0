import { customerRoutes } from "./customers"
import { paymentIntentRoutes } from "./payment-intents"
import { paymentMethodRoutes } from "./payment-methods"
import { refundRoutes } from "./refunds"
import { type ApiRoute } from "./route"
import { sessionRoutes } from "./sessions"
import { transactionRoutes } from "./transactions"
import { verificationRoutes } from "./verification"

/** The whole interface. */
export const ROUTES: readonly ApiRoute[] = [
  ...paymentIntentRoutes,
  ...verificationRoutes,
  ...sessionRoutes,
  ...customerRoutes,
  ...transactionRoutes,
  ...paymentMethodRoutes,
  ...refundRoutes,
]
