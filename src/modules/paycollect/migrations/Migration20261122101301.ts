import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261122101301 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "paycollect_intent" add column if not exists "rebuilt" text check ("rebuilt" in ('store', 'event')) null;`);
    // By hand: the shop's name, made with the tables, so that no payment has to wait for it (see ../shop-id.ts).
    this.addSql(`insert into "paycollect_state" ("id", "value") values ('shop', jsonb_build_object('id', 'shop_' || replace(gen_random_uuid()::text, '-', ''))) on conflict ("id") do nothing;`);
  }

  override async down(): Promise<void> {
    this.addSql(`delete from "paycollect_state" where "id" = 'shop';`);
    this.addSql(`alter table if exists "paycollect_intent" drop column if exists "rebuilt";`);
  }

}
