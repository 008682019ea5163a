import { sql } from 'kysely';
import type { StoreKindName } from '../../../connectors/store.ts';
import type { World } from '../../../kit/world.ts';
import { type Executor, isUniqueViolation, type Row } from '../../../platform/database/index.ts';
import { hostsOf, retailerNameOf, type StoreConfig } from './configured-store.ts';
import { hostTaken } from './failures.ts';
import { breaker, healthUnknown, type StoreHealth } from './model.ts';

export interface StoreRow extends Row<'stores'> {
  kind: StoreKindName;
  is_enabled: boolean;
  config: StoreConfig;
}

type HealthRow = Row<'store_health'>;

/** On by default. */
const columns = sql`s.*, coalesce((
  select w.is_enabled from retailer_switches w where w.world = s.world and w.retailer = s.name), true) as is_enabled`;

/** Changes with any store. Processes compare it. */
export async function latestRevision(executor: Executor): Promise<string> {
  const { rows } = await sql<{ mark: string }>`
    select count(*) || ':' || coalesce(max(revision), 0) as mark from stores`.execute(executor);
  return rows[0]?.mark ?? '';
}

export async function listStores(executor: Executor): Promise<StoreRow[]> {
  const { rows } = await sql<StoreRow>`select ${columns} from stores s order by name`.execute(executor);
  return rows;
}

export async function findStore(executor: Executor, name: string): Promise<StoreRow | null> {
  const { rows } = await sql<StoreRow>`select ${columns} from stores s where name = ${name}`.execute(executor);
  return rows[0] ?? null;
}

/** Locks all stores, because hosts and names must be unique. */
export async function lockStores(executor: Executor): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('stores', 0))`.execute(executor);
}

export type StoreWrite = Omit<StoreRow, 'is_enabled' | 'revision' | 'created_at' | 'updated_at'>;

export async function writeStore(executor: Executor, row: StoreWrite, now: Date): Promise<StoreRow> {
  await sql`
    insert into stores (name, world, kind, is_from_file, config, credentials_sealed, own_account_id, revision, created_at, updated_at)
    values (${row.name}, ${row.world}, ${row.kind}, ${row.is_from_file}, ${JSON.stringify(row.config)}::jsonb,
      ${row.credentials_sealed}, ${row.own_account_id}, nextval('store_revisions'), ${now}, ${now})
    on conflict (name) do update set world = excluded.world, kind = excluded.kind,
      is_from_file = excluded.is_from_file, config = excluded.config, credentials_sealed = excluded.credentials_sealed,
      own_account_id = excluded.own_account_id,
      revision = excluded.revision, updated_at = excluded.updated_at`.execute(executor);
  await writeHosts(executor, row);
  await writeSlots(executor, row.name, row.config.limits.atOnce);
  const written = await findStore(executor, row.name);
  if (!written) throw new Error('A store was not written.');
  return written;
}

export async function writeHosts(executor: Executor, row: Pick<StoreRow, 'name' | 'world' | 'config'>): Promise<void> {
  const hosts = hostsOf(row.config);
  await sql`delete from store_hosts where store = ${row.name}`.execute(executor);
  try {
    // Stores of one brand share its hosts.
    await sql`
      insert into store_hosts (world, host, store)
      select ${row.world}, host, ${row.name} from unnest(${hosts}::text[]) as host
      where not exists (
        select from store_hosts h join stores s on s.name = h.store
        where h.world = ${row.world} and h.host = host and coalesce(s.config ->> 'brand', s.name) = ${retailerNameOf(row)}
      )`.execute(executor);
  } catch (error) {
    if (isUniqueViolation(error)) throw hostTaken(hosts);
    throw error;
  }
}

async function writeSlots(executor: Executor, name: string, atOnce: number): Promise<void> {
  await sql`delete from store_slots where store = ${name} and slot > ${atOnce}`.execute(executor);
  await sql`
    insert into store_slots (store, slot) select ${name}, slot from generate_series(1, ${atOnce}::int) as slot
    on conflict do nothing`.execute(executor);
}

export async function deleteStoreRow(executor: Executor, name: string): Promise<void> {
  await sql`delete from stores where name = ${name}`.execute(executor);
  // Includes the row count to notice deletions.
  await sql`select nextval('store_revisions')`.execute(executor);
}

/** Whether the store has open orders. */
export async function hasOpenStoreOrders(executor: Executor, world: World, name: string): Promise<boolean> {
  const { rows } = await sql`
    select from order_summaries o join order_stores s on s.id = o.id
    where o.world = ${world} and (s.store = ${name} or (s.store is null and o.retailer = ${name}))
      and o.outcome is null limit 1`.execute(executor);
  return rows.length > 0;
}

// ---- health ----

export async function listHealth(executor: Executor): Promise<Map<string, StoreHealth>> {
  const { rows } = await sql<HealthRow>`select * from store_health`.execute(executor);
  return new Map(rows.map((row) => [row.store, healthOf(row)]));
}

const healthOf = (row: HealthRow): StoreHealth => ({
  failures: row.failures,
  closedUntil: row.closed_until,
  lastOkAt: row.last_ok_at,
  lastFailureAt: row.last_failure_at,
  lastFailure: row.last_failure,
  searchMs: row.search_ms,
});

/** Counts a failure and pauses the store from `failuresMost` on, longer each time. */
export async function writeFailure(
  executor: Executor,
  store: string,
  message: string,
  now: Date,
  isBroken = false,
): Promise<StoreHealth> {
  const { failuresMost, closedMsFirst, closedMsMost } = breaker;
  // A broken store is paused at once.
  const least = isBroken ? failuresMost : 1;
  const failures = sql`greatest(h.failures + 1, ${least}::int)`;
  const closedUntil = (times: typeof failures) => sql`case when ${times} >= ${failuresMost} then
    ${now}::timestamptz + interval '1 millisecond' *
      least(${closedMsMost}::float8, ${closedMsFirst}::float8 * power(2, least(${times} - ${failuresMost}, 20))) end`;
  const { rows } = await sql<HealthRow>`
    insert into store_health as h (store, failures, last_failure_at, last_failure, closed_until)
    select name, ${least}::int, ${now}, ${message}, ${closedUntil(sql`${least}::int`)} from stores where name = ${store}
    on conflict (store) do update set failures = ${failures}, last_failure_at = ${now}, last_failure = ${message},
      closed_until = ${closedUntil(failures)}
    returning *`.execute(executor);
  return rows[0] ? healthOf(rows[0]) : healthUnknown;
}

export async function writeSuccess(executor: Executor, store: string, now: Date): Promise<void> {
  await sql`
    insert into store_health as h (store, failures, last_ok_at) select name, 0, ${now} from stores where name = ${store}
    on conflict (store) do update set failures = 0, closed_until = null, last_ok_at = ${now}`.execute(executor);
}

export async function writeSearchMs(executor: Executor, store: string, usualMs: number): Promise<void> {
  await sql`
    insert into store_health as h (store, search_ms) select name, ${usualMs} from stores where name = ${store}
    on conflict (store) do update set search_ms = ${usualMs}`.execute(executor);
}

// ---- slots ----

/** Takes a slot for this long (database clock). Null if all are taken. */
export async function claimSlot(executor: Executor, store: string, holder: string, ms: number): Promise<number | null> {
  const { rows } = await sql<{ slot: number }>`
    update store_slots set holder = ${holder}, held_until = now() + ${ms} * interval '1 millisecond'
    where (store, slot) = (
      select store, slot from store_slots where store = ${store} and (held_until is null or held_until < now())
      order by slot limit 1 for update skip locked
    )
    returning slot`.execute(executor);
  return rows[0]?.slot ?? null;
}

export async function releaseSlot(executor: Executor, store: string, holder: string): Promise<void> {
  await sql`
    update store_slots set holder = null, held_until = null where store = ${store} and holder = ${holder}`.execute(
    executor,
  );
}
