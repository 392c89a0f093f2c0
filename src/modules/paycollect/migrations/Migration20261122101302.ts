import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261122101302 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "paycollect_intent" add column if not exists "look_back_at" timestamptz null, add column if not exists "looked_back_at" timestamptz null;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_paycollect_intent_look_back_at" ON "paycollect_intent" ("look_back_at") WHERE look_back_at IS NOT NULL AND deleted_at IS NULL;`);
    // By hand: money that was settled before has its last look, when it is a month old.
    this.addSql(`update "paycollect_intent" set "look_back_at" = "settled_at" + interval '30 days' where "settled_at" > now() - interval '30 days';`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_paycollect_intent_look_back_at";`);
    this.addSql(`alter table if exists "paycollect_intent" drop column if exists "look_back_at", drop column if exists "looked_back_at";`);
  }

}
