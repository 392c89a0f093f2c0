import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261122170000 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "paycollect_intent" add column if not exists "paid_at" timestamptz null;`);
    // By hand: money that came before was first heard of by the last answer, because paid payments are not asked about again. Written with the
    // table, whose indexes are built again and not changed row by row.
    this.addSql(`alter table if exists "paycollect_intent" alter column "paid_at" type timestamptz using case when "outcome" = 'paid' then coalesce("verified_at", "settled_at", "created_at") end;`);
    // By hand: refunds of rows that were made anew have no lines of their own; the line of their making names the sum, less what came since.
    this.addSql(`update "paycollect_intent_event" as made set "data" = coalesce(made."data", '{}'::jsonb) || jsonb_build_object('refunded', lost."before"::text) from (select intent."id", intent."refunded"::numeric - coalesce(sum(case told."type" when 'refund_not_sent' then -1 else 1 end * (told."data"->>'amount')::numeric), 0) as "before" from "paycollect_intent" as intent left join "paycollect_intent_event" as told on told."intent_id" = intent."id" and told."deleted_at" is null and told."type" in ('refund_sending', 'refund_recorded', 'refund_not_sent') where intent."rebuilt" is not null group by intent."id", intent."refunded") as lost where made."intent_id" = lost."id" and made."type" = 'rebuilt' and lost."before" > 0;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_paycollect_intent_event_refunds" ON "paycollect_intent_event" ("created_at") WHERE type IN ('refund_sending', 'refund_recorded', 'refund_not_sent', 'rebuilt') AND deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_paycollect_intent_event_refunds";`);
    this.addSql(`drop index if exists "IDX_paycollect_intent_takings_paid";`);
    this.addSql(`drop index if exists "IDX_paycollect_intent_takings_started";`);
    this.addSql(`alter table if exists "paycollect_intent" drop column if exists "paid_at";`);
  }

}
