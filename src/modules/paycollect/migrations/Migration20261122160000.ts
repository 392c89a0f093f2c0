import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261122160000 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`create table if not exists "paycollect_notice" ("id" text not null, "batch" text not null, "kind" text check ("kind" in ('new_items', 'daily_summary')) not null, "recipient" text not null, "tries" integer not null default 0, "due_at" timestamptz null, "outcome" text check ("outcome" in ('waiting', 'sent', 'cut_off', 'failed', 'dropped')) not null default 'waiting', "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "paycollect_notice_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_paycollect_notice_deleted_at" ON "paycollect_notice" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_paycollect_notice_batch_recipient_unique" ON "paycollect_notice" ("batch", "recipient") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_paycollect_notice_due_at" ON "paycollect_notice" ("due_at") WHERE due_at IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_paycollect_notice_created_at" ON "paycollect_notice" ("created_at") WHERE deleted_at IS NULL;`);

    // By hand: items from before count as told. A default that is taken away again writes no row, however many there are.
    this.addSql(`alter table if exists "paycollect_attention" add column if not exists "told_at" timestamptz null default now(), add column if not exists "notice" text null;`);
    this.addSql(`alter table if exists "paycollect_attention" alter column "told_at" drop default;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_paycollect_attention_created_at" ON "paycollect_attention" ("created_at") WHERE told_at IS NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_paycollect_attention_notice" ON "paycollect_attention" ("notice") WHERE notice IS NOT NULL AND deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "paycollect_notice" cascade;`);

    this.addSql(`drop index if exists "IDX_paycollect_attention_created_at";`);
    this.addSql(`drop index if exists "IDX_paycollect_attention_notice";`);
    this.addSql(`alter table if exists "paycollect_attention" drop column if exists "told_at", drop column if exists "notice";`);
  }

}
