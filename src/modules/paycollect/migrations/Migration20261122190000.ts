import { Migration } from "@medusajs/framework/mikro-orm/migrations";

/**
 * By hand: what takings read (../ledger/takings-rows.ts), and no more of each row, in the order in which it is summed; what a refund's line has to
 * know of its payment; the payments of the accountant's file. The model can name no columns that an index only carries.
 * An index answers alone for rows only that a vacuum has seen: it comes when one in fifty has changed, and not one in five.
 */
export class Migration20261122190000 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`drop index if exists "IDX_paycollect_intent_takings_started";`);
    this.addSql(`drop index if exists "IDX_paycollect_intent_takings_paid";`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_paycollect_intent_takings_started" ON "paycollect_intent" ("environment", "currency_code", "provider_id", "created_at") INCLUDE ("paid_at") WHERE status <> 'rejected' AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_paycollect_intent_takings_paid" ON "paycollect_intent" ("environment", "currency_code", "provider_id", "exponent", "paid_at") INCLUDE ("created_at", "amount", "fee") WHERE paid_at IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_paycollect_intent_takings_refunded" ON "paycollect_intent" ("id") INCLUDE ("environment", "currency_code", "provider_id", "exponent") WHERE paid_at IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_paycollect_intent_paid_at" ON "paycollect_intent" ("environment", "paid_at") WHERE paid_at IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`alter table if exists "paycollect_intent" set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);`);
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "paycollect_intent" reset (autovacuum_vacuum_scale_factor, autovacuum_vacuum_insert_scale_factor, autovacuum_analyze_scale_factor);`);
    for (const name of ["takings_started", "takings_paid", "takings_refunded", "paid_at"])
      this.addSql(`drop index if exists "IDX_paycollect_intent_${name}";`);
  }

}
