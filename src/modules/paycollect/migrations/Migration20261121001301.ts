import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261121001301 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "paycollect_attention" drop constraint if exists "paycollect_attention_intent_id_category_key_unique";`);
    this.addSql(`create table if not exists "paycollect_budget_entry" ("id" text not null, "rate_class" text check ("rate_class" in ('standard', 'creation')) not null, "priority" text not null, "sent_at" timestamptz not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "paycollect_budget_entry_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_paycollect_budget_entry_deleted_at" ON "paycollect_budget_entry" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_paycollect_budget_entry_sent_at" ON "paycollect_budget_entry" ("sent_at") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "paycollect_attention" ("id" text not null, "category" text check ("category" in ('money', 'order', 'refund', 'notice')) not null, "reason" text not null, "key" text not null default '', "provisional" boolean not null default false, "status" text check ("status" in ('open', 'resolved')) not null default 'open', "data" jsonb null, "note" text null, "resolved_by" text null, "resolved_at" timestamptz null, "intent_id" text not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "paycollect_attention_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_paycollect_attention_intent_id" ON "paycollect_attention" ("intent_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_paycollect_attention_deleted_at" ON "paycollect_attention" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_paycollect_attention_intent_id_category_key_unique" ON "paycollect_attention" ("intent_id", "category", "key") WHERE status = 'open' AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_paycollect_attention_status_created_at" ON "paycollect_attention" ("status", "created_at") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "paycollect_state" ("id" text not null, "value" jsonb not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "paycollect_state_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_paycollect_state_deleted_at" ON "paycollect_state" ("deleted_at") WHERE deleted_at IS NULL;`);

    this.addSql(`alter table if exists "paycollect_attention" add constraint "paycollect_attention_intent_id_foreign" foreign key ("intent_id") references "paycollect_intent" ("id") on update cascade;`);

    this.addSql(`alter table if exists "paycollect_intent" add column if not exists "settle_attempts" integer not null default 0, add column if not exists "released_at" timestamptz null, add column if not exists "refunded" text not null default '0';`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "paycollect_budget_entry" cascade;`);

    this.addSql(`drop table if exists "paycollect_attention" cascade;`);

    this.addSql(`drop table if exists "paycollect_state" cascade;`);

    this.addSql(`alter table if exists "paycollect_intent" drop column if exists "settle_attempts", drop column if exists "released_at", drop column if exists "refunded";`);
  }

}
