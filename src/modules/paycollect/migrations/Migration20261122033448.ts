import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261122033448 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "paycollect_intent" drop constraint if exists "paycollect_intent_transaction_id_environment_unique";`);
    this.addSql(`alter table if exists "paycollect_intent" add column if not exists "transaction_id" text null, add column if not exists "failed_at" timestamptz null;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_paycollect_intent_transaction_id_environment_unique" ON "paycollect_intent" ("transaction_id", "environment") WHERE deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_paycollect_intent_transaction_id_environment_unique";`);
    this.addSql(`alter table if exists "paycollect_intent" drop column if exists "transaction_id", drop column if exists "failed_at";`);
  }

}
