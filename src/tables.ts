import { type Knex } from "@medusajs/framework/mikro-orm/knex"
import { type InferTypeOf } from "@medusajs/framework/types"
import { type AttentionRow } from "./modules/paycollect/models/attention"
import { type EntryRow } from "./modules/paycollect/models/entry"
import { type IntentEvent, type IntentRow, type IntentSession } from "./modules/paycollect/models/intent"
import { type LinkCollection, type LinkRow } from "./modules/paycollect/models/link"
import { type NoticeRow } from "./modules/paycollect/models/notice"
import { type RefundRow } from "./modules/paycollect/models/refund"
import { type Setting, type SettingChange } from "./modules/paycollect/models/setting"
import { type BudgetEntry, type State } from "./modules/paycollect/models/state"

export const INTENT = "paycollect_intent"
export const SESSION = "paycollect_intent_session"
export const EVENT = "paycollect_intent_event"
export const ENTRY = "paycollect_entry"
export const STATE = "paycollect_state"
export const ATTENTION = "paycollect_attention"
export const NOTICE = "paycollect_notice"
export const REFUND = "paycollect_refund"
export const LINK = "paycollect_link"
export const LINK_COLLECTION = "paycollect_link_collection"
export const BUDGET_ENTRY = "paycollect_budget_entry"
export const SETTING = "paycollect_setting"
export const SETTING_CHANGE = "paycollect_setting_change"

type OfIntent<Row> = Omit<Row, "intent"> & { intent_id: string }

/** Every table with its row, as the models say it. */
export interface Rows {
  [INTENT]: IntentRow
  [SESSION]: OfIntent<InferTypeOf<typeof IntentSession>>
  [EVENT]: OfIntent<InferTypeOf<typeof IntentEvent>>
  [ENTRY]: EntryRow
  [STATE]: InferTypeOf<typeof State>
  [ATTENTION]: AttentionRow
  [NOTICE]: NoticeRow
  [REFUND]: RefundRow
  [LINK]: LinkRow
  [LINK_COLLECTION]: InferTypeOf<typeof LinkCollection>
  [BUDGET_ENTRY]: InferTypeOf<typeof BudgetEntry>
  [SETTING]: InferTypeOf<typeof Setting>
  [SETTING_CHANGE]: InferTypeOf<typeof SettingChange>
}

type Name<Row> = keyof Row & string
type Column<Row> = Name<Row> | `${keyof Rows}.${Name<Row>}`
/** Values are of any type, since JSON is written as text; names are the row's. */
export type Only<Given, Row> = { [Key in keyof Given]: Key extends keyof Row ? unknown : never }
type Sort<Row> = Name<Row> | { column: Name<Row>; order?: "asc" | "desc" }
type Inner = Query<never, unknown> | Knex.QueryBuilder

/**
 * knex as our statements use it, of one table: itself it takes any text for a column, and a name that no model has would be found by the
 * database only.
 */
export interface Query<Row, Found = Row[]> extends PromiseLike<Found> {
  where(any: (query: this) => void): this
  where<Given extends object>(given: Given & Only<Given, Row>): this
  where(column: Column<Row>, value: unknown): this
  where(column: Column<Row>, operator: string, value: unknown): this
  andWhere(any: (query: this) => void): this
  orWhere(any: (query: this) => void): this
  orWhere<Given extends object>(given: Given & Only<Given, Row>): this
  orWhere(column: Column<Row>, operator: string, value: unknown): this
  whereNot<Given extends object>(given: Given & Only<Given, Row>): this
  whereNull(column: Column<Row>): this
  whereNotNull(column: Column<Row>): this
  orWhereNotNull(column: Column<Row>): this
  whereIn(column: Column<Row>, values: readonly unknown[] | Inner): this
  orWhereIn(column: Column<Row>, values: readonly unknown[] | Inner): this
  whereExists(query: Inner): this
  whereNotExists(query: Inner): this
  whereRaw(sql: string, bindings?: readonly unknown[]): this
  orWhereRaw(sql: string, bindings?: readonly unknown[]): this
  orderBy(column: Column<Row>, order?: "asc" | "desc"): this
  orderBy(columns: Sort<Row>[]): this
  orderByRaw(sql: string): this
  groupBy(...columns: Name<Row>[]): this
  groupByRaw(sql: string): this
  limit(many: number): this
  offset(many: number): this
  forUpdate(): this
  skipLocked(): this
  with(name: string, query: Inner): this
  join(table: Inner | keyof Rows, one: string, other: string): this
  select<Found = Row[]>(
    ...what: (Column<Row> | "*" | `${keyof Rows}.*` | Knex.Raw | Inner)[]
  ): Query<Row, Found>
  distinct<Found>(column: Name<Row>): Query<Row, Found>
  first<Found = Row>(...what: (Column<Row> | `${keyof Rows}.*`)[]): Query<Row, Found | undefined>
  count(what: "* as count"): Query<Row, { count: string }[]>
  max<Found>(what: Record<string, Name<Row>>): Query<Row, Found[]>
  insert<Given extends object>(given: Given & Only<Given, Row>): Query<Row, number>
  insert<Given extends object>(given: (Given & Only<Given, Row>)[]): Query<Row, number>
  update<Given extends object>(given: Given & Only<Given, Row>): Query<Row, number>
  delete(): Query<Row, number>
  onConflict(taken: Name<Row> | Knex.Raw): this
  merge<Given extends object>(given: Given & Only<Given, Row>): this
  merge(columns: Name<Row>[]): this
  ignore(): this
  returning(what: Name<Row> | "*"): Query<Row>
  as(name: string): Knex.QueryBuilder
}

/** What is written, or found by its key. */
interface ByKey<Row> extends Pick<Query<Row>, "insert" | "with"> {
  where<Given extends { id: string } | { intent_id: string; key: string }>(
    given: Given & Only<Given, Row>
  ): Query<Row>
  whereIn(column: "id" & Column<Row>, values: readonly unknown[] | Inner): Query<Row>
}

/** Begins a statement on one of our tables. */
export const table = <Table extends keyof Rows>(knex: Knex, name: Table) =>
  knex(name) as unknown as ByKey<Rows[Table]>

/** The same of all else: our indexes hold no deleted row, and any statement that does not leave those out reads the whole table. */
export const rowsOf = <Table extends keyof Rows>(knex: Knex, name: Table) =>
  knex(name).whereNull(`${name}.deleted_at`) as unknown as Query<Rows[Table]>

/** What a query of one table found, to be asked further. */
export const among = <Row>(knex: Knex, query: Query<Row>, alias: string) =>
  knex.from(query.as(alias)) as unknown as Query<Row>

/** The columns of a table by name, for SQL that is written as text: `${intent.order_id} is null`. */
export const columns = <Table extends keyof Rows>(_: Table) =>
  new Proxy({}, { get: (__, name) => name }) as { readonly [Column in Name<Rows[Table]>]: Column }

/** A row that leaves the schedule is never created again: the customer's names and phone in its create body have served their purpose. */
export const OFF_SCHEDULE = { next_step_at: null, request: null } as const
/** Of money that stands in Medusa, or that a person dealt with. */
export const MONEY_OVER = { ...OFF_SCHEDULE, listed_at: null } as const

const UNIQUE_VIOLATION = "23505"

/** What a unique index refused. @param index by its name; any without it */
export function isTaken(error: unknown, index?: string): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string }
  return code === UNIQUE_VIOLATION && (index === undefined || constraint === index)
}
