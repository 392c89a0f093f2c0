import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261122101301 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "paycollect_intent" add column if not exists "rebuilt" text check ("rebuilt" in ('store', 'event')) null;`);
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "paycollect_intent" drop column if exists "rebuilt";`);
  }

}
