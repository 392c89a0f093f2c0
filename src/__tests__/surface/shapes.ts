/** What others read that no route describes; the compiler is asked for names and fields. */
export type { PayCollectSessionData } from "../../payments/session-data"
export type {
  PayCollectLinkMailData,
  PayCollectNotificationData,
  PayCollectNotificationItem,
} from "../../types/notifications"
export type * as kit from "../../../packages/storefront/src"
export type * as kitReact from "../../../packages/storefront/src/react"
