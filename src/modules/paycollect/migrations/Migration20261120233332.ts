import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261120233332 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "paycollect_intent" drop constraint if exists "paycollect_intent_subject_id_attempt_unique";`);
    this.addSql(`alter table if exists "paycollect_intent" drop constraint if exists "paycollect_intent_merchant_reference_unique";`);
    this.addSql(`create table if not exists "paycollect_intent" ("id" text not null, "merchant_reference" text not null, "subject_id" text not null, "attempt" integer not null, "cart_id" text null, "payment_collection_id" text not null, "provider_id" text not null, "environment" text check ("environment" in ('test', 'live')) not null, "amount" text not null, "currency_code" text not null, "exponent" integer not null, "fee_bearer" text check ("fee_bearer" in ('merchant', 'customer')) not null, "fingerprint" text not null, "request" jsonb null, "status" text check ("status" in ('creating', 'unknown', 'rejected', 'requires_action', 'processing', 'succeeded', 'failed', 'canceled')) not null default 'creating', "outcome" text check ("outcome" in ('none', 'waiting', 'paid', 'failed', 'mismatch')) not null default 'none', "outcome_reason" text null, "intent_id" text null, "payment_ref" text null, "checkout_url" text null, "verified_at" timestamptz null, "verified" jsonb null, "fee" text null, "order_id" text null, "settled_at" timestamptz null, "consumed_session_id" text null, "create_lease_until" timestamptz null, "verify_lease_until" timestamptz null, "settle_lease_until" timestamptz null, "due_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "paycollect_intent_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_paycollect_intent_deleted_at" ON "paycollect_intent" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_paycollect_intent_merchant_reference_unique" ON "paycollect_intent" ("merchant_reference") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_paycollect_intent_subject_id_attempt_unique" ON "paycollect_intent" ("subject_id", "attempt") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_paycollect_intent_intent_id" ON "paycollect_intent" ("intent_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_paycollect_intent_payment_ref" ON "paycollect_intent" ("payment_ref") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_paycollect_intent_due_at" ON "paycollect_intent" ("due_at") WHERE due_at IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_paycollect_intent_created_at" ON "paycollect_intent" ("created_at") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "paycollect_intent_event" ("id" text not null, "type" text not null, "cause" text null, "data" jsonb null, "intent_id" text not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "paycollect_intent_event_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_paycollect_intent_event_intent_id" ON "paycollect_intent_event" ("intent_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_paycollect_intent_event_deleted_at" ON "paycollect_intent_event" ("deleted_at") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "paycollect_intent_session" ("id" text not null, "intent_id" text not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "paycollect_intent_session_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_paycollect_intent_session_intent_id" ON "paycollect_intent_session" ("intent_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_paycollect_intent_session_deleted_at" ON "paycollect_intent_session" ("deleted_at") WHERE deleted_at IS NULL;`);

    this.addSql(`alter table if exists "paycollect_intent_event" add constraint "paycollect_intent_event_intent_id_foreign" foreign key ("intent_id") references "paycollect_intent" ("id") on update cascade;`);

    this.addSql(`alter table if exists "paycollect_intent_session" add constraint "paycollect_intent_session_intent_id_foreign" foreign key ("intent_id") references "paycollect_intent" ("id") on update cascade;`);
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "paycollect_intent_event" drop constraint if exists "paycollect_intent_event_intent_id_foreign";`);

    this.addSql(`alter table if exists "paycollect_intent_session" drop constraint if exists "paycollect_intent_session_intent_id_foreign";`);

    this.addSql(`drop table if exists "paycollect_intent" cascade;`);

    this.addSql(`drop table if exists "paycollect_intent_event" cascade;`);

    this.addSql(`drop table if exists "paycollect_intent_session" cascade;`);
  }

}
