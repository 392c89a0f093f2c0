import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261122120000 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "paycollect_intent" add column if not exists "asked_at" timestamptz null, add column if not exists "asks" integer not null default 0, add column if not exists "returned_at" timestamptz null, add column if not exists "watched_at" timestamptz null;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_paycollect_intent_watched_at" ON "paycollect_intent" ("watched_at") WHERE watched_at IS NOT NULL AND deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_paycollect_intent_watched_at";`);
    this.addSql(`alter table if exists "paycollect_intent" drop column if exists "asked_at", drop column if exists "asks", drop column if exists "returned_at", drop column if exists "watched_at";`);
  }

}
