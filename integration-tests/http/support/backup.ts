import { type Store } from "./store"

/** All tables and sequences of the store, Medusa's own too, as `pg_dump` would keep them. */
const KEEP = `
  drop schema if exists kept cascade;
  create schema kept;
  create table kept.numbers as
    select sequencename as name, coalesce(last_value, 0) as value from pg_sequences where schemaname = 'public';
  do $$ declare one text; begin
    for one in select tablename from pg_tables where schemaname = 'public' loop
      execute format('create table kept.%I as table public.%I', 'of_' || one, one);
    end loop;
  end $$`

/** In one transaction, without foreign keys; columns that are worked out of others come by themselves. */
const BRING_BACK = `
  do $$ declare one text; own text; begin
    set local session_replication_role = replica;
    for one in select tablename from pg_tables where schemaname = 'public' loop
      execute format('delete from public.%I', one);
      select string_agg(quote_ident(column_name), ', ') into own from information_schema.columns
        where table_schema = 'public' and table_name = one and is_generated = 'NEVER';
      execute format('insert into public.%1$I (%3$s) overriding system value select %3$s from kept.%2$I', one, 'of_' || one, own);
    end loop;
    perform setval(quote_ident(name)::regclass, greatest(value, 1), value > 0) from kept.numbers;
  end $$;
  drop schema kept cascade`

export interface Backup {
  /** what was written since then is gone; the service keeps what it knows */
  restore(): Promise<void>
}

/** A backup of the database of this moment, which is restored once. */
export async function backUp(store: Store): Promise<Backup> {
  await store.db.raw(KEEP)
  return {
    async restore() {
      await store.db.raw(BRING_BACK)
      store.service.control.clearRequests()
    },
  }
}
