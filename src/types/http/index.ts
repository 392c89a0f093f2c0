/**
 * What the routes of this plugin take and answer, for callers of `@medusajs/js-sdk`:
 * `sdk.client.fetch<AdminPayCollectIntentsResponse>("/admin/paycollect/intents")`. Dates are ISO 8601 strings.
 */

export type * from "./attention"
export type * from "./assignments"
export type * from "./fees"
export type * from "./health"
export type * from "./links"
export type * from "./payments"
export type * from "./refunds"
export type * from "./service-records"
export type * from "./settings"
export type * from "./store"
export type * from "./takings"
export type * from "./today"
