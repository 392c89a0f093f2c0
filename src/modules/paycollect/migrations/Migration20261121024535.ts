import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261121024535 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`create table if not exists "paycollect_setting" ("id" text not null, "value" jsonb null, "sealed" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "paycollect_setting_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_paycollect_setting_deleted_at" ON "paycollect_setting" ("deleted_at") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "paycollect_setting_change" ("id" text not null, "actor_id" text null, "fields" jsonb not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "paycollect_setting_change_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_paycollect_setting_change_deleted_at" ON "paycollect_setting_change" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_paycollect_setting_change_created_at" ON "paycollect_setting_change" ("created_at") WHERE deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "paycollect_setting" cascade;`);

    this.addSql(`drop table if exists "paycollect_setting_change" cascade;`);
  }

}
