import { Migration } from "@medusajs/framework/mikro-orm/migrations";

/**
 * By hand: the one statement that takes a place in the request budget. Counting and inserting have to be one after the other for all
 * processes, and each query of a volatile function sees what was committed before it: with the lock in a query of its own, the count
 * after it sees every place that was taken before. The lock ends with the statement, nobody holds it while waiting.
 *
 * `rules`: [{most, rate_class?, priorities?}], of all of which fewer than `most` requests may have been sent since `since`. No place is
 * taken in a pause of the class. Returns when there is one again (epoch ms), or null when it was taken.
 */
export class Migration20261122093000 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`create or replace function "paycollect_budget_take"(
      entry_id text, entry_class text, entry_priority text, entry_at timestamptz, since timestamptz, forget timestamptz, rules jsonb
    ) returns double precision language plpgsql volatile as $$
    declare
      paused double precision;
      free timestamptz;
    begin
      perform pg_advisory_xact_lock(7290451);
      select (value->>'until')::double precision into paused from paycollect_state where id = 'pause_' || entry_class;
      if paused > extract(epoch from entry_at) * 1000 then
        return paused;
      end if;
      select max(last.sent_at) + (entry_at - since) into free
        from jsonb_to_recordset(rules) as rule(most integer, rate_class text, priorities text[])
        cross join lateral (
          select sent.sent_at from paycollect_budget_entry sent
          where sent.deleted_at is null and sent.sent_at > since
            and (rule.rate_class is null or sent.rate_class = rule.rate_class)
            and (rule.priorities is null or sent.priority = any (rule.priorities))
          order by sent.sent_at desc
          offset greatest(rule.most, 1) - 1 limit 1
        ) last;
      if free is not null then
        return extract(epoch from free) * 1000;
      end if;
      delete from paycollect_budget_entry where deleted_at is null and sent_at < forget;
      insert into paycollect_budget_entry (id, rate_class, priority, sent_at, created_at, updated_at)
        values (entry_id, entry_class, entry_priority, entry_at, entry_at, entry_at);
      return null;
    end $$;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop function if exists "paycollect_budget_take"(text, text, text, timestamptz, timestamptz, timestamptz, jsonb);`);
  }

}
