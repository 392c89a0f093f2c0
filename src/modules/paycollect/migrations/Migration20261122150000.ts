import { Migration } from "@medusajs/framework/mikro-orm/migrations";

/** Columns without a default and indexes over no row yet: a table of a million payments is changed at once. */
export class Migration20261122150000 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "paycollect_intent" add column if not exists "booking_order_id" text null, add column if not exists "booking_collection_id" text null;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_paycollect_intent_booking_collection_id_unique" ON "paycollect_intent" ("booking_collection_id") WHERE booking_collection_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_paycollect_intent_booking_order_id_unique" ON "paycollect_intent" ("booking_order_id") WHERE booking_order_id IS NOT NULL AND settled_at IS NULL AND deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_paycollect_intent_booking_collection_id_unique";`);
    this.addSql(`drop index if exists "IDX_paycollect_intent_booking_order_id_unique";`);
    this.addSql(`alter table if exists "paycollect_intent" drop column if exists "booking_order_id", drop column if exists "booking_collection_id";`);
  }

}
