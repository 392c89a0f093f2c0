import { Migration } from "@medusajs/framework/mikro-orm/migrations";

/**
 * By hand: what people search payments by (see ../ledger/search.ts). An end of a reference is the beginning of its reverse; the operator class
 * makes the index of a beginning one in databases with a collation, too.
 */
export class Migration20261122130001 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_paycollect_intent_payment_number_search" ON "paycollect_intent" ("payment_number" text_pattern_ops) WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_paycollect_intent_payment_number_end" ON "paycollect_intent" (reverse("payment_number") text_pattern_ops) WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_paycollect_intent_subject_id_end" ON "paycollect_intent" (reverse(lower("subject_id")) text_pattern_ops) WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_paycollect_intent_payment_ref_end" ON "paycollect_intent" (reverse(lower("payment_ref")) text_pattern_ops) WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_paycollect_intent_intent_id_end" ON "paycollect_intent" (reverse(lower("intent_id")) text_pattern_ops) WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_paycollect_intent_transaction_id_search" ON "paycollect_intent" (lower("transaction_id") text_pattern_ops) WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_paycollect_intent_transaction_id_end" ON "paycollect_intent" (reverse(lower("transaction_id")) text_pattern_ops) WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_paycollect_intent_amount" ON "paycollect_intent" ("amount") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_paycollect_intent_amount_that_came" ON "paycollect_intent" (("verified"->>'amount')) WHERE deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    for (const name of ["payment_number_search", "payment_number_end", "subject_id_end", "payment_ref_end", "intent_id_end", "transaction_id_search", "transaction_id_end", "amount", "amount_that_came"])
      this.addSql(`drop index if exists "IDX_paycollect_intent_${name}";`);
  }

}
