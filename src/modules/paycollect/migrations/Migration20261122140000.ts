import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261122140000 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "paycollect_refund" drop constraint if exists "paycollect_refund_intent_id_key_unique";`);
    this.addSql(`create table if not exists "paycollect_refund" ("id" text not null, "key" text not null, "amount" text not null, "currency_code" text not null, "mode" text check ("mode" in ('manual', 'api')) not null, "status" text check ("status" in ('begun', 'to_send', 'sent', 'pending', 'unknown', 'not_sent')) not null default 'begun', "reason" text not null, "note" text null, "failure" text null, "created_by" text not null, "intent_id" text not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "paycollect_refund_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_paycollect_refund_intent_id" ON "paycollect_refund" ("intent_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_paycollect_refund_deleted_at" ON "paycollect_refund" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_paycollect_refund_intent_id_key_unique" ON "paycollect_refund" ("intent_id", "key") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_paycollect_refund_created_at" ON "paycollect_refund" ("created_at") WHERE status = 'begun' AND deleted_at IS NULL;`);

    this.addSql(`alter table if exists "paycollect_refund" add constraint "paycollect_refund_intent_id_foreign" foreign key ("intent_id") references "paycollect_intent" ("id") on update cascade;`);

    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_paycollect_intent_refunded" ON "paycollect_intent" ("created_at", "id") WHERE refunded <> '0' AND deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "paycollect_refund" cascade;`);

    this.addSql(`drop index if exists "IDX_paycollect_intent_refunded";`);
  }

}
