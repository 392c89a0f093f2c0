import { Migration } from "@medusajs/framework/mikro-orm/migrations";

/**
 * By hand: the index of the money that came carries what takings add up (../ledger/takings-rows.ts), worked out once when a payment is paid and
 * not at every look: its seconds, and its amounts as numbers. PostgreSQL takes them from the index only where a query says them in these words,
 * and where their columns are in it, too.
 */
export class Migration20261122210000 extends Migration {

  override async up(): Promise<void> {
    const numbers = ["amount", "fee"].flatMap((column) => [
      `(case when octet_length(${column}) < 19 then ${column}::bigint end)`,
      `(case when octet_length(${column}) >= 19 then ${column}::numeric end)`,
    ]);
    this.addSql(`drop index if exists "IDX_paycollect_intent_takings_paid";`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_paycollect_intent_takings_paid" ON "paycollect_intent" ("environment", "currency_code", "provider_id", "exponent", "paid_at", (greatest(0, date_part('epoch', (paid_at - created_at)::interval(0)))::int), ${numbers.join(", ")}) INCLUDE ("created_at", "amount", "fee") WHERE paid_at IS NOT NULL AND deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_paycollect_intent_takings_paid";`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_paycollect_intent_takings_paid" ON "paycollect_intent" ("environment", "currency_code", "provider_id", "exponent", "paid_at") INCLUDE ("created_at", "amount", "fee") WHERE paid_at IS NOT NULL AND deleted_at IS NULL;`);
  }

}
