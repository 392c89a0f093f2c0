import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261122200000 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`create table if not exists "paycollect_link" ("id" text not null, "order_id" text not null, "digest" text not null, "amount" text not null, "currency_code" text not null, "asked_at" timestamptz not null, "expires_at" timestamptz not null, "paid_at" timestamptz null, "created_by" text null, "revoked_at" timestamptz null, "revoked_by" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "paycollect_link_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_paycollect_link_deleted_at" ON "paycollect_link" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_paycollect_link_digest_unique" ON "paycollect_link" ("digest") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_paycollect_link_order_id_unique" ON "paycollect_link" ("order_id") WHERE revoked_at IS NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_paycollect_link_order_id_created_at" ON "paycollect_link" ("order_id", "created_at") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "paycollect_link_collection" ("id" text not null, "link_id" text not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "paycollect_link_collection_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_paycollect_link_collection_deleted_at" ON "paycollect_link_collection" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_paycollect_link_collection_link_id" ON "paycollect_link_collection" ("link_id") WHERE deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "paycollect_link" cascade;`);

    this.addSql(`drop table if exists "paycollect_link_collection" cascade;`);
  }

}
