import { sql } from 'kysely';
import { type Executor, type Relation, relation } from '../../../../platform/database/index.ts';
import { hurryJobs } from '../../../../platform/queue/index.ts';

/** held: not bought until it is released. */
export type HoldState = 'held' | 'running';

const stateOf = (order: Relation<'id' | 'account_id' | 'created_at'>): string => `coalesce(
  (select state from sandbox_holds where order_id = ${order.column('id')}),
  (select 'held' from sandbox_hold_switches turned
    where turned.account_id = ${order.column('account_id')} and turned.since <= ${order.column('created_at')}),
  'running')`;

/** SQL: whether a sandbox order is on hold. Live orders cannot be held. */
export const orderIsHeld = (order: Relation<'id' | 'account_id' | 'created_at' | 'world'>): string =>
  `(${order.column('world')} = 'test' and ${stateOf(order)} = 'held')`;

export async function findHold(executor: Executor, orderId: string): Promise<HoldState> {
  const { rows } = await sql<{ state: HoldState }>`
    select ${sql.raw(stateOf(relation('orders')))} as state from orders where id = ${orderId} and world = 'test'`.execute(
    executor,
  );
  return rows[0]?.state ?? 'running';
}

export async function writeHold(executor: Executor, orderId: string, state: HoldState, now: Date): Promise<void> {
  await sql`
    insert into sandbox_holds (order_id, state, changed_at)
    select id, ${state}, ${now} from orders where id = ${orderId} and world = 'test'
    on conflict (order_id) do update set state = excluded.state, changed_at = excluded.changed_at`.execute(executor);
}

/** Since when new sandbox orders of an account are held; null if they are not. */
export async function findHoldSwitch(executor: Executor, accountId: string): Promise<Date | null> {
  const { rows } = await sql<{ since: Date }>`
    select since from sandbox_hold_switches where account_id = ${accountId}`.execute(executor);
  return rows[0]?.since ?? null;
}

/** Turning it off keeps held orders on hold. Each is released by itself. */
export async function writeHoldSwitch(executor: Executor, accountId: string, isOn: boolean, now: Date): Promise<void> {
  if (isOn) {
    await sql`
      insert into sandbox_hold_switches (account_id, since) values (${accountId}, ${now})
      on conflict (account_id) do nothing`.execute(executor);
    return;
  }
  await sql`
    with turned as (delete from sandbox_hold_switches where account_id = ${accountId} returning since)
    insert into sandbox_holds (order_id, state, changed_at)
    select o.id, 'held', ${now} from orders o, turned
    where o.account_id = ${accountId} and o.world = 'test' and o.outcome is null and o.status = 'pending' and o.created_at >= turned.since
    on conflict (order_id) do nothing`.execute(executor);
}

/** Runs the job of one order now. */
export const runOrderNow = (executor: Executor, orderId: string, now: Date): Promise<void> =>
  hurryJobs(executor, { kind: 'orders.place', field: 'orderId', isMeant: (id) => sql`${id} = ${orderId}` }, now);

export async function eraseHoldSwitchOf(executor: Executor, accountId: string): Promise<void> {
  await sql`delete from sandbox_hold_switches where account_id = ${accountId}`.execute(executor);
}
