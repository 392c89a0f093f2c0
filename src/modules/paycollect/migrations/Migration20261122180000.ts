import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261122180000 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "paycollect_attention" drop column if exists "provisional";`);
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "paycollect_attention" add column if not exists "provisional" boolean not null default false;`);
  }

}
