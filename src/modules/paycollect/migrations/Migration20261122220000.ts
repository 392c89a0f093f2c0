import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261122220000 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "paycollect_link" add column if not exists "cart_id" text null, add column if not exists "mailed_at" timestamptz null;`);
    this.addSql(`alter table if exists "paycollect_link" alter column "order_id" type text using ("order_id"::text);`);
    this.addSql(`alter table if exists "paycollect_link" alter column "order_id" drop not null;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_paycollect_link_cart_id_unique" ON "paycollect_link" ("cart_id") WHERE revoked_at IS NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_paycollect_link_cart_id_created_at" ON "paycollect_link" ("cart_id", "created_at") WHERE deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_paycollect_link_cart_id_unique";`);
    this.addSql(`drop index if exists "IDX_paycollect_link_cart_id_created_at";`);
    // A cart's link that no order was asked for by has no place in the older table.
    this.addSql(`delete from "paycollect_link" where "order_id" is null;`);
    this.addSql(`alter table if exists "paycollect_link" drop column if exists "cart_id", drop column if exists "mailed_at";`);

    this.addSql(`alter table if exists "paycollect_link" alter column "order_id" type text using ("order_id"::text);`);
    this.addSql(`alter table if exists "paycollect_link" alter column "order_id" set not null;`);
  }

}
