import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261121023700 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_paycollect_intent_cart_id" ON "paycollect_intent" ("cart_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_paycollect_intent_order_id" ON "paycollect_intent" ("order_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_paycollect_intent_environment_status_created_at" ON "paycollect_intent" ("environment", "status", "created_at") WHERE deleted_at IS NULL;`);
    // By hand: the search for the beginning of a reference in whatever case. The model can neither name an expression nor an operator
    // class, and without the class a prefix has no index in a database with a collation.
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_paycollect_intent_merchant_reference_search" ON "paycollect_intent" (lower("merchant_reference") text_pattern_ops) WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_paycollect_intent_payment_ref_search" ON "paycollect_intent" (lower("payment_ref") text_pattern_ops) WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_paycollect_intent_intent_id_search" ON "paycollect_intent" (lower("intent_id") text_pattern_ops) WHERE deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_paycollect_intent_merchant_reference_search";`);
    this.addSql(`drop index if exists "IDX_paycollect_intent_payment_ref_search";`);
    this.addSql(`drop index if exists "IDX_paycollect_intent_intent_id_search";`);
    this.addSql(`drop index if exists "IDX_paycollect_intent_cart_id";`);
    this.addSql(`drop index if exists "IDX_paycollect_intent_order_id";`);
    this.addSql(`drop index if exists "IDX_paycollect_intent_environment_status_created_at";`);
  }

}
