import { Migration } from "@medusajs/framework/mikro-orm/migrations";

/**
 * By hand: each payment gets its number, those that are there too. The function makes one of random bytes as `domain/payment-number.ts`
 * does (a UUID's seventh and ninth byte are not random). As the column's default it numbers the rows in the one pass that writes the
 * table anew, whose indexes are built again and not changed row by row; of a million numbers, one or none is there twice, and is made anew.
 * The default stays for processes of the version before, which go on writing rows without a number while the new ones start.
 */
export class Migration20261122130000 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`create or replace function "paycollect_payment_number"() returns text language sql volatile as $$
      select string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + get_byte(made.bytes, place) % 32, 1), '')
        from (select uuid_send(gen_random_uuid()) as bytes) as made, unnest(array[0, 1, 2, 3, 4, 5, 7, 9]) as place
    $$;`);
    this.addSql(`alter table if exists "paycollect_intent" add column if not exists "payment_number" text not null default paycollect_payment_number();`);
    this.addSql(`do $$ begin
      loop
        update paycollect_intent set payment_number = paycollect_payment_number() where id in (
          select id from (select id, row_number() over (partition by payment_number order by id) as n from paycollect_intent) as numbered where n > 1
        );
        exit when not found;
      end loop;
    end $$;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_paycollect_intent_payment_number_unique" ON "paycollect_intent" ("payment_number") WHERE deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_paycollect_intent_payment_number_unique";`);
    this.addSql(`alter table if exists "paycollect_intent" drop column if exists "payment_number";`);
    this.addSql(`drop function if exists "paycollect_payment_number"();`);
  }

}
