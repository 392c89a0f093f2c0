import { Migration } from "@medusajs/framework/mikro-orm/migrations";

/** Each table with its indexes, as `medusa plugin:db:generate` writes them of the models; but for the number's, which {@link BY_HAND} has. */
const TABLES: Record<string, string[]> = {
  paycollect_budget_entry: [
    `create table if not exists "paycollect_budget_entry" ("id" text not null, "rate_class" text check ("rate_class" in ('standard', 'creation')) not null, "priority" text not null, "sent_at" timestamptz not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "paycollect_budget_entry_pkey" primary key ("id"));`,
    `CREATE INDEX IF NOT EXISTS "IDX_paycollect_budget_entry_deleted_at" ON "paycollect_budget_entry" ("deleted_at") WHERE deleted_at IS NULL;`,
    `CREATE INDEX IF NOT EXISTS "IDX_paycollect_budget_entry_sent_at" ON "paycollect_budget_entry" ("sent_at") WHERE deleted_at IS NULL;`,
  ],
  paycollect_entry: [
    `create table if not exists "paycollect_entry" ("intent_id" text not null, "key" text not null, "from_account" text not null, "to_account" text not null, "amount" text not null, "currency_code" text not null, "went_back" text null, "source" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "paycollect_entry_pkey" primary key ("intent_id", "key"));`,
    `CREATE INDEX IF NOT EXISTS "IDX_paycollect_entry_deleted_at" ON "paycollect_entry" ("deleted_at") WHERE deleted_at IS NULL;`,
    `CREATE INDEX IF NOT EXISTS "IDX_paycollect_entry_created_at" ON "paycollect_entry" ("created_at") WHERE went_back IS NOT NULL AND deleted_at IS NULL;`,
    `CREATE INDEX IF NOT EXISTS "IDX_paycollect_entry_told" ON "paycollect_entry" ("created_at") WHERE (to_account in ('refunded', 'refunded_by_hand', 'returned') or to_account like 'order:%' or to_account like 'collection:%') AND deleted_at IS NULL;`,
  ],
  paycollect_intent: [
    `create table if not exists "paycollect_intent" ("id" text not null, "merchant_reference" text not null, "payment_number" text not null, "subject_id" text not null, "attempt" integer not null, "cart_id" text null, "payment_collection_id" text not null, "provider_id" text not null, "environment" text check ("environment" in ('test', 'live')) not null, "amount" text not null, "currency_code" text not null, "exponent" integer not null, "tax" text null, "fee_bearer" text check ("fee_bearer" in ('merchant', 'customer')) not null, "multiple" text null, "fingerprint" text not null, "request" jsonb null, "purchase" jsonb null, "contact" jsonb null, "status" text check ("status" in ('creating', 'unknown', 'rejected', 'requires_action', 'processing', 'succeeded', 'failed', 'canceled')) not null default 'creating', "outcome" text check ("outcome" in ('none', 'waiting', 'paid', 'failed', 'discrepancy')) not null default 'none', "outcome_reason" text null, "service_intent_id" text null, "transaction_id" text null, "payment_ref" text null, "checkout_url" text null, "verified_at" timestamptz null, "asked_at" timestamptz null, "asks" integer not null default 0, "returned_at" timestamptz null, "watched_at" timestamptz null, "told_at" timestamptz null, "verified" jsonb null, "failed_at" timestamptz null, "fee" text null, "paid_at" timestamptz null, "order_id" text null, "applied_at" timestamptz null, "captured_told_at" timestamptz null, "used_by_session_id" text null, "assigned_order_id" text null, "assigned_collection_id" text null, "create_lease_until" timestamptz null, "verify_lease_until" timestamptz null, "advance_lease_until" timestamptz null, "next_step_at" timestamptz null, "listed_at" timestamptz null, "advance_attempts" integer not null default 0, "closed_at" timestamptz null, "closed_as" text check ("closed_as" in ('returned', 'kept')) null, "came" text not null default '0', "refunded" text not null default '0', "reversed" text not null default '0', "reversed_booked" text not null default '0', "review_at" timestamptz null, "reviewed_at" timestamptz null, "recovered" text check ("recovered" in ('store', 'event')) null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "paycollect_intent_pkey" primary key ("id"));`,
    `CREATE INDEX IF NOT EXISTS "IDX_paycollect_intent_deleted_at" ON "paycollect_intent" ("deleted_at") WHERE deleted_at IS NULL;`,
    `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_paycollect_intent_merchant_reference_unique" ON "paycollect_intent" ("merchant_reference") WHERE deleted_at IS NULL;`,
    `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_paycollect_intent_subject_id_attempt_unique" ON "paycollect_intent" ("subject_id", "attempt") WHERE deleted_at IS NULL;`,
    `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_paycollect_intent_transaction_id_environment_unique" ON "paycollect_intent" ("transaction_id", "environment") WHERE deleted_at IS NULL;`,
    `CREATE INDEX IF NOT EXISTS "IDX_paycollect_intent_next_step_at" ON "paycollect_intent" ("next_step_at") WHERE next_step_at IS NOT NULL AND deleted_at IS NULL;`,
    `CREATE INDEX IF NOT EXISTS "IDX_paycollect_intent_watched_at" ON "paycollect_intent" ("watched_at") WHERE watched_at IS NOT NULL AND deleted_at IS NULL;`,
    `CREATE INDEX IF NOT EXISTS "IDX_paycollect_intent_review_at" ON "paycollect_intent" ("review_at") WHERE review_at IS NOT NULL AND deleted_at IS NULL;`,
    `CREATE INDEX IF NOT EXISTS "IDX_paycollect_intent_created_at" ON "paycollect_intent" ("created_at") WHERE deleted_at IS NULL;`,
    `CREATE INDEX IF NOT EXISTS "IDX_paycollect_intent_order_id" ON "paycollect_intent" ("order_id") WHERE deleted_at IS NULL;`,
    `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_paycollect_intent_assigned_collection_id_unique" ON "paycollect_intent" ("assigned_collection_id") WHERE assigned_collection_id IS NOT NULL AND closed_at IS NULL AND deleted_at IS NULL;`,
    `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_paycollect_intent_assigned_order_id_unique" ON "paycollect_intent" ("assigned_order_id") WHERE assigned_order_id IS NOT NULL AND applied_at IS NULL AND closed_at IS NULL AND deleted_at IS NULL;`,
    `CREATE INDEX IF NOT EXISTS "IDX_paycollect_intent_environment_status_created_at" ON "paycollect_intent" ("environment", "status", "created_at") WHERE deleted_at IS NULL;`,
    `CREATE INDEX IF NOT EXISTS "IDX_paycollect_intent_untold" ON "paycollect_intent" ("applied_at") WHERE applied_at IS NOT NULL and captured_told_at IS NULL AND deleted_at IS NULL;`,
    `CREATE INDEX IF NOT EXISTS "IDX_paycollect_intent_refunded" ON "paycollect_intent" ("created_at", "id") WHERE (refunded <> '0' or reversed <> '0' or closed_as = 'returned') AND deleted_at IS NULL;`,
  ],
  paycollect_attention: [
    `create table if not exists "paycollect_attention" ("id" text not null, "category" text check ("category" in ('money', 'order', 'refund', 'notice')) not null, "reason" text not null, "key" text not null default '', "status" text check ("status" in ('open', 'resolved')) not null default 'open', "data" jsonb null, "note" text null, "resolved_by" text null, "resolved_at" timestamptz null, "notified_at" timestamptz null, "notice" text null, "intent_id" text not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "paycollect_attention_pkey" primary key ("id"));`,
    `CREATE INDEX IF NOT EXISTS "IDX_paycollect_attention_intent_id" ON "paycollect_attention" ("intent_id") WHERE deleted_at IS NULL;`,
    `CREATE INDEX IF NOT EXISTS "IDX_paycollect_attention_deleted_at" ON "paycollect_attention" ("deleted_at") WHERE deleted_at IS NULL;`,
    `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_paycollect_attention_intent_id_category_key_unique" ON "paycollect_attention" ("intent_id", "category", "key") WHERE status = 'open' AND deleted_at IS NULL;`,
    `CREATE INDEX IF NOT EXISTS "IDX_paycollect_attention_status_created_at" ON "paycollect_attention" ("status", "created_at") WHERE deleted_at IS NULL;`,
    `CREATE INDEX IF NOT EXISTS "IDX_paycollect_attention_created_at" ON "paycollect_attention" ("created_at") WHERE notified_at IS NULL AND deleted_at IS NULL;`,
    `CREATE INDEX IF NOT EXISTS "IDX_paycollect_attention_notice" ON "paycollect_attention" ("notice") WHERE notice IS NOT NULL AND deleted_at IS NULL;`,
  ],
  paycollect_intent_event: [
    `create table if not exists "paycollect_intent_event" ("id" text not null, "type" text not null, "cause" text null, "data" jsonb null, "intent_id" text not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "paycollect_intent_event_pkey" primary key ("id"));`,
    `CREATE INDEX IF NOT EXISTS "IDX_paycollect_intent_event_intent_id" ON "paycollect_intent_event" ("intent_id") WHERE deleted_at IS NULL;`,
    `CREATE INDEX IF NOT EXISTS "IDX_paycollect_intent_event_deleted_at" ON "paycollect_intent_event" ("deleted_at") WHERE deleted_at IS NULL;`,
  ],
  paycollect_intent_session: [
    `create table if not exists "paycollect_intent_session" ("id" text not null, "intent_id" text not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "paycollect_intent_session_pkey" primary key ("id"));`,
    `CREATE INDEX IF NOT EXISTS "IDX_paycollect_intent_session_intent_id" ON "paycollect_intent_session" ("intent_id") WHERE deleted_at IS NULL;`,
    `CREATE INDEX IF NOT EXISTS "IDX_paycollect_intent_session_deleted_at" ON "paycollect_intent_session" ("deleted_at") WHERE deleted_at IS NULL;`,
  ],
  paycollect_link: [
    `create table if not exists "paycollect_link" ("id" text not null, "order_id" text null, "cart_id" text null, "digest" text not null, "amount" text not null, "currency_code" text not null, "asked_at" timestamptz not null, "expires_at" timestamptz not null, "paid_at" timestamptz null, "mailed_at" timestamptz null, "created_by" text null, "revoked_at" timestamptz null, "revoked_by" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "paycollect_link_pkey" primary key ("id"));`,
    `CREATE INDEX IF NOT EXISTS "IDX_paycollect_link_deleted_at" ON "paycollect_link" ("deleted_at") WHERE deleted_at IS NULL;`,
    `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_paycollect_link_digest_unique" ON "paycollect_link" ("digest") WHERE deleted_at IS NULL;`,
    `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_paycollect_link_order_id_unique" ON "paycollect_link" ("order_id") WHERE revoked_at IS NULL AND deleted_at IS NULL;`,
    `CREATE INDEX IF NOT EXISTS "IDX_paycollect_link_order_id_created_at" ON "paycollect_link" ("order_id", "created_at") WHERE deleted_at IS NULL;`,
    `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_paycollect_link_cart_id_unique" ON "paycollect_link" ("cart_id") WHERE revoked_at IS NULL AND deleted_at IS NULL;`,
    `CREATE INDEX IF NOT EXISTS "IDX_paycollect_link_cart_id_created_at" ON "paycollect_link" ("cart_id", "created_at") WHERE deleted_at IS NULL;`,
  ],
  paycollect_link_collection: [
    `create table if not exists "paycollect_link_collection" ("id" text not null, "link_id" text not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "paycollect_link_collection_pkey" primary key ("id"));`,
    `CREATE INDEX IF NOT EXISTS "IDX_paycollect_link_collection_deleted_at" ON "paycollect_link_collection" ("deleted_at") WHERE deleted_at IS NULL;`,
    `CREATE INDEX IF NOT EXISTS "IDX_paycollect_link_collection_link_id" ON "paycollect_link_collection" ("link_id") WHERE deleted_at IS NULL;`,
  ],
  paycollect_notice: [
    `create table if not exists "paycollect_notice" ("id" text not null, "batch" text not null, "kind" text check ("kind" in ('new_items', 'daily_summary', 'connection_lost', 'connection_restored', 'payment_received', 'payment_returned', 'receipt')) not null, "recipient" text not null, "tries" integer not null default 0, "send_at" timestamptz null, "outcome" text check ("outcome" in ('waiting', 'sent', 'cut_off', 'failed', 'dropped')) not null default 'waiting', "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "paycollect_notice_pkey" primary key ("id"));`,
    `CREATE INDEX IF NOT EXISTS "IDX_paycollect_notice_deleted_at" ON "paycollect_notice" ("deleted_at") WHERE deleted_at IS NULL;`,
    `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_paycollect_notice_batch_recipient_unique" ON "paycollect_notice" ("batch", "recipient") WHERE deleted_at IS NULL;`,
    `CREATE INDEX IF NOT EXISTS "IDX_paycollect_notice_send_at" ON "paycollect_notice" ("send_at") WHERE send_at IS NOT NULL AND deleted_at IS NULL;`,
    `CREATE INDEX IF NOT EXISTS "IDX_paycollect_notice_created_at" ON "paycollect_notice" ("created_at") WHERE deleted_at IS NULL;`,
  ],
  paycollect_refund: [
    `create table if not exists "paycollect_refund" ("id" text not null, "key" text not null, "amount" text not null, "currency_code" text not null, "mode" text check ("mode" in ('manual', 'api')) not null, "status" text check ("status" in ('begun', 'due', 'sent', 'pending', 'unknown', 'not_sent')) not null default 'begun', "reason" text not null, "note" text null, "failure" text null, "created_by" text not null, "intent_id" text not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "paycollect_refund_pkey" primary key ("id"));`,
    `CREATE INDEX IF NOT EXISTS "IDX_paycollect_refund_intent_id" ON "paycollect_refund" ("intent_id") WHERE deleted_at IS NULL;`,
    `CREATE INDEX IF NOT EXISTS "IDX_paycollect_refund_deleted_at" ON "paycollect_refund" ("deleted_at") WHERE deleted_at IS NULL;`,
    `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_paycollect_refund_intent_id_key_unique" ON "paycollect_refund" ("intent_id", "key") WHERE deleted_at IS NULL;`,
    `CREATE INDEX IF NOT EXISTS "IDX_paycollect_refund_created_at" ON "paycollect_refund" ("created_at") WHERE status = 'begun' AND deleted_at IS NULL;`,
  ],
  paycollect_setting: [
    `create table if not exists "paycollect_setting" ("id" text not null, "value" jsonb null, "sealed" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "paycollect_setting_pkey" primary key ("id"));`,
    `CREATE INDEX IF NOT EXISTS "IDX_paycollect_setting_deleted_at" ON "paycollect_setting" ("deleted_at") WHERE deleted_at IS NULL;`,
  ],
  paycollect_setting_change: [
    `create table if not exists "paycollect_setting_change" ("id" text not null, "actor_id" text null, "fields" jsonb not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "paycollect_setting_change_pkey" primary key ("id"));`,
    `CREATE INDEX IF NOT EXISTS "IDX_paycollect_setting_change_deleted_at" ON "paycollect_setting_change" ("deleted_at") WHERE deleted_at IS NULL;`,
    `CREATE INDEX IF NOT EXISTS "IDX_paycollect_setting_change_created_at" ON "paycollect_setting_change" ("created_at") WHERE deleted_at IS NULL;`,
  ],
  paycollect_state: [
    `create table if not exists "paycollect_state" ("id" text not null, "value" jsonb not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "paycollect_state_pkey" primary key ("id"));`,
    `CREATE INDEX IF NOT EXISTS "IDX_paycollect_state_deleted_at" ON "paycollect_state" ("deleted_at") WHERE deleted_at IS NULL;`,
  ],
};

/** Between tables, and of their rows. */
const CONSTRAINTS = [
  `alter table if exists "paycollect_attention" add constraint "paycollect_attention_intent_id_foreign" foreign key ("intent_id") references "paycollect_intent" ("id") on update cascade;`,
  `alter table if exists "paycollect_intent_event" add constraint "paycollect_intent_event_intent_id_foreign" foreign key ("intent_id") references "paycollect_intent" ("id") on update cascade;`,
  `alter table if exists "paycollect_intent_session" add constraint "paycollect_intent_session_intent_id_foreign" foreign key ("intent_id") references "paycollect_intent" ("id") on update cascade;`,
  `alter table if exists "paycollect_refund" add constraint "paycollect_refund_intent_id_foreign" foreign key ("intent_id") references "paycollect_intent" ("id") on update cascade;`,
  `alter table if exists "paycollect_intent" add constraint CHK_paycollect_intent_kept check(outcome not in ('paid', 'discrepancy') or coalesce(applied_at, closed_at, listed_at, next_step_at) is not null);`,
  `alter table if exists "paycollect_intent" add constraint CHK_paycollect_intent_held check(came::numeric >= refunded::numeric + reversed::numeric and refunded::numeric >= 0);`,
  `alter table if exists "paycollect_intent" add constraint CHK_paycollect_intent_reversed check(reversed::numeric >= reversed_booked::numeric and reversed_booked::numeric >= 0);`,
];

const NUMBERS = ["amount", "fee"].flatMap((column) => [
  `(case when octet_length(${column}) < 19 then ${column}::bigint end)`,
  `(case when octet_length(${column}) >= 19 then ${column}::numeric end)`,
]);

/** What the models cannot say. */
const BY_HAND = [
  // The one statement that takes a place in the request budget. Counting and inserting have to be one after the other for all processes,
  // and each query of a volatile function sees what was committed before it: with the lock in a query of its own, the count after it sees
  // every place that was taken before. The lock ends with the statement; no process holds it while it waits.
  // `rules`: [{most, rate_class?, priorities?, events?}], of all of which fewer than `most` requests may have been sent since `since`; those
  // with `events` hold only while a signed event was believed within a day. No place is taken in the `pause`. Returns when there
  // is one again (epoch ms), or null when it was taken.
  `create or replace function "paycollect_budget_take"(
    entry_id text, entry_class text, entry_priority text, entry_at timestamptz, since timestamptz, forget timestamptz, rules jsonb,
    pause text
  ) returns double precision language plpgsql volatile as $$
  declare
    paused double precision;
    free timestamptz;
  begin
    perform pg_advisory_xact_lock(7290451);
    select (value->>'until')::double precision into paused from paycollect_state where id = pause;
    if paused - extract(epoch from entry_at) * 1000 between 1 and extract(epoch from entry_at - since) * 2000 then
      return paused;
    end if;
    select max(last.sent_at) + (entry_at - since) into free
      from jsonb_to_recordset(rules) as rule(most integer, rate_class text, priorities text[], events boolean)
      cross join lateral (
        select sent.sent_at from paycollect_budget_entry sent
        where sent.deleted_at is null and sent.sent_at > since and sent.sent_at < entry_at + 2 * (entry_at - since)
          and (rule.rate_class is null or sent.rate_class = rule.rate_class)
          and (rule.priorities is null or sent.priority = any (rule.priorities))
        order by sent.sent_at desc
        offset greatest(rule.most, 1) - 1 limit 1
      ) last
      where rule.events is not true or exists (
        select from paycollect_state
        where id = 'webhook_last_seen' and (value->>'at')::timestamptz > entry_at - interval '1 day'
      );
    if free is not null then
      return extract(epoch from free) * 1000;
    end if;
    delete from paycollect_budget_entry where deleted_at is null and sent_at < forget;
    insert into paycollect_budget_entry (id, rate_class, priority, sent_at, created_at, updated_at)
      values (entry_id, entry_class, entry_priority, entry_at, entry_at, entry_at);
    return null;
  end $$;`,
  // The shop's name, made with the tables, so that no payment has to wait for it (see src/payments/names.ts).
  `insert into "paycollect_state" ("id", "value") values ('shop', jsonb_build_object('id', 'shop_' || replace(gen_random_uuid()::text, '-', ''))) on conflict ("id") do nothing;`,
  // What people search payments by (see src/features/payment-list/search.ts): the beginning in whatever case, and the end, which is the beginning of the
  // reverse. The operator class makes the index one of a beginning in databases with a collation, too; the number's keeps it unique as well.
  `CREATE INDEX IF NOT EXISTS "IDX_paycollect_intent_merchant_reference_search" ON "paycollect_intent" (lower("merchant_reference") text_pattern_ops) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_paycollect_intent_payment_ref_search" ON "paycollect_intent" (lower("payment_ref") text_pattern_ops) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_paycollect_intent_service_intent_id_search" ON "paycollect_intent" (lower("service_intent_id") text_pattern_ops) WHERE deleted_at IS NULL;`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_paycollect_intent_payment_number_unique" ON "paycollect_intent" ("payment_number" text_pattern_ops) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_paycollect_intent_payment_number_end" ON "paycollect_intent" (reverse("payment_number") text_pattern_ops) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_paycollect_intent_subject_id_end" ON "paycollect_intent" (reverse(lower("subject_id")) text_pattern_ops) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_paycollect_intent_payment_ref_end" ON "paycollect_intent" (reverse(lower("payment_ref")) text_pattern_ops) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_paycollect_intent_service_intent_id_end" ON "paycollect_intent" (reverse(lower("service_intent_id")) text_pattern_ops) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_paycollect_intent_transaction_id_search" ON "paycollect_intent" (lower("transaction_id") text_pattern_ops) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_paycollect_intent_transaction_id_end" ON "paycollect_intent" (reverse(lower("transaction_id")) text_pattern_ops) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_paycollect_intent_amount" ON "paycollect_intent" ("amount") WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_paycollect_intent_amount_that_came" ON "paycollect_intent" (("verified"->>'amount')) WHERE deleted_at IS NULL;`,
  // What takings read (src/features/takings/rows.ts), and no more of each row, in the order in which it is summed; what a refund's line has to
  // know of its payment; the payments of the accountant's file. The model can name no columns that an index only carries. The index of the
  // money that came carries what takings add up, worked out once when a payment is paid and not at every look: its seconds, and its amounts
  // as numbers. PostgreSQL takes them from the index only where a query says them in these words, and where their columns are in it, too.
  `CREATE INDEX IF NOT EXISTS "IDX_paycollect_intent_takings_started" ON "paycollect_intent" ("environment", "currency_code", "provider_id", "created_at") INCLUDE ("paid_at") WHERE status <> 'rejected' AND deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_paycollect_intent_takings_refunded" ON "paycollect_intent" ("id") INCLUDE ("environment", "currency_code", "provider_id", "exponent") WHERE paid_at IS NOT NULL AND deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_paycollect_intent_paid_at" ON "paycollect_intent" ("environment", "paid_at") WHERE paid_at IS NOT NULL AND deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_paycollect_intent_takings_paid" ON "paycollect_intent" ("environment", "currency_code", "provider_id", "exponent", "paid_at", (greatest(0, date_part('epoch', (paid_at - created_at)::interval(0)))::int), ${NUMBERS.join(", ")}) INCLUDE ("created_at", "amount", "fee") WHERE paid_at IS NOT NULL AND deleted_at IS NULL;`,
  // An index answers alone for rows only that a vacuum has seen: it comes when one in fifty has changed, and not one in five.
  `alter table if exists "paycollect_intent" set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);`,
];

/** Every row of ours bears none: this index of Medusa's would hold each of them, and finds nothing. */
const OF_DELETED = /^CREATE INDEX .*_deleted_at"/

const BUDGET_TAKE = `"paycollect_budget_take"(text, text, text, timestamptz, timestamptz, timestamptz, jsonb, text)`;

export class Migration20261123000000 extends Migration {
  override up(): void {
    const tables = Object.values(TABLES).flat().filter((sql) => !OF_DELETED.test(sql));
    for (const sql of [...tables, ...CONSTRAINTS, ...BY_HAND]) this.addSql(sql);
  }

  override down(): void {
    for (const name of Object.keys(TABLES)) this.addSql(`drop table if exists "${name}" cascade;`);
    this.addSql(`drop function if exists ${BUDGET_TAKE};`);
  }
}
