import { sql } from 'kysely';
import type { World } from '../../../../kit/world.ts';
import type { Executor, Row } from '../../../../platform/database/index.ts';
import type { SavedCard } from './gateway.ts';
import { testCards } from './model.ts';

export type CardRow = Row<'saved_cards'>;
export interface SetupRow extends Row<'card_setups'> {
  status: 'requires_action' | 'succeeded' | 'expired';
  world: World;
}
export interface Owner {
  accountId: string;
  world: World;
}

const isOf = ({ accountId, world }: Owner) => sql`account_id = ${accountId} and world = ${world}`;

/** The default first. A sandbox has the test cards, which are written with its first change. */
export async function listCards(executor: Executor, owner: Owner, now: Date): Promise<CardRow[]> {
  const { rows } = await sql<CardRow>`
    select * from saved_cards where ${isOf(owner)} order by is_default desc, created_at, id`.execute(executor);
  const cards = rows.length === 0 && owner.world === 'test' ? testCardRows(owner, now) : rows;
  return cards.filter(({ removed_at: removedAt }) => removedAt === null);
}

const testCardRows = ({ accountId, world }: Owner, now: Date): CardRow[] =>
  testCards.map(({ id, brand, last4 }, index) => ({
    account_id: accountId,
    world,
    id,
    customer: null,
    brand,
    last4,
    exp_month: 12,
    exp_year: 2034,
    is_default: index === 0,
    created_at: now,
    removed_at: null,
  }));

/** Before the first change of a sandbox's cards. */
async function insertTestCards(executor: Executor, owner: Owner, now: Date): Promise<void> {
  if (owner.world !== 'test') return;
  await sql`
    insert into saved_cards (account_id, world, id, brand, last4, exp_month, exp_year, is_default, created_at)
    select account_id, world, id, brand, last4, exp_month, exp_year, is_default, created_at
    from json_populate_recordset(null::saved_cards, ${JSON.stringify(testCardRows(owner, now))}::json)
    where not exists (select from saved_cards where ${isOf(owner)})
    on conflict do nothing`.execute(executor);
}

/** Null also for another account's card. */
export async function findCard(executor: Executor, owner: Owner, id: string, now: Date): Promise<CardRow | null> {
  return (await listCards(executor, owner, now)).find((card) => card.id === id) ?? null;
}

/** The first card becomes the default. */
export async function saveCard(executor: Executor, owner: Owner, card: SavedCard, now: Date): Promise<void> {
  await insertTestCards(executor, owner, now);
  await sql`
    insert into saved_cards (account_id, world, id, customer, brand, last4, exp_month, exp_year, is_default, created_at)
    values (${owner.accountId}, ${owner.world}, ${card.id}, ${card.customer}, ${card.brand}, ${card.last4}, ${card.expMonth},
      ${card.expYear}, not exists (select from saved_cards where ${isOf(owner)} and is_default), ${now})
    on conflict (account_id, world, id) do update set removed_at = null, customer = excluded.customer,
      is_default = saved_cards.is_default or excluded.is_default`.execute(executor);
}

/** False if there is no such card. */
export async function makeDefault(executor: Executor, owner: Owner, id: string, now: Date): Promise<boolean> {
  await insertTestCards(executor, owner, now);
  await sql`update saved_cards set is_default = false where ${isOf(owner)} and is_default and id <> ${id}`.execute(
    executor,
  );
  const { rows } = await sql`
    update saved_cards set is_default = true where ${isOf(owner)} and id = ${id} and removed_at is null
    returning id`.execute(executor);
  return rows.length === 1;
}

/** The next card becomes the default. False if there is no such card. */
export async function removeCard(executor: Executor, owner: Owner, id: string, now: Date): Promise<boolean> {
  await insertTestCards(executor, owner, now);
  const { rows } = await sql`
    update saved_cards set removed_at = ${now}, is_default = false
    where ${isOf(owner)} and id = ${id} and removed_at is null returning id`.execute(executor);
  if (rows.length === 0) return false;
  await sql`
    update saved_cards set is_default = true
    where ${isOf(owner)} and not exists (select from saved_cards where ${isOf(owner)} and is_default)
      and id = (select id from saved_cards where ${isOf(owner)} and removed_at is null order by created_at, id limit 1)`.execute(
    executor,
  );
  return true;
}

export async function insertSetup(
  executor: Executor,
  setup: Owner & { id: string; url: string | null; returnUrl: string | null; now: Date; expiresAt: Date },
): Promise<void> {
  await sql`
    insert into card_setups (id, account_id, world, status, url, return_url, created_at, expires_at)
    values (${setup.id}, ${setup.accountId}, ${setup.world}, 'requires_action', ${setup.url}, ${setup.returnUrl}, ${setup.now},
      ${setup.expiresAt})`.execute(executor);
}

export async function saveSetupSession(
  executor: Executor,
  id: string,
  session: { sessionId: string; url: string | null },
): Promise<void> {
  await sql`
    update card_setups set session_id = ${session.sessionId}, url = ${session.url} where id = ${id} and session_id is null`.execute(
    executor,
  );
}

export async function findSetup(executor: Executor, id: string): Promise<SetupRow | null> {
  const { rows } = await sql<SetupRow>`select * from card_setups where id = ${id}`.execute(executor);
  return rows[0] ?? null;
}

/** False if it had already ended. */
export async function endSetup(
  executor: Executor,
  id: string,
  end: { status: 'succeeded' | 'expired'; cardId: string | null },
): Promise<boolean> {
  const { rows } = await sql`
    update card_setups set status = ${end.status}, card_id = ${end.cardId}
    where id = ${id} and status = 'requires_action' returning id`.execute(executor);
  return rows.length === 1;
}

/** Moves a claimed sandbox's cards, unless the new account has some. */
export async function moveCardsToAccount(executor: Executor, from: string, to: string): Promise<void> {
  await sql`
    update saved_cards set account_id = ${to} where account_id = ${from} and world = 'test'
      and not exists (select from saved_cards mine where mine.account_id = ${to} and mine.world = 'test')`.execute(
    executor,
  );
  await sql`update card_setups set account_id = ${to} where account_id = ${from} and world = 'test'`.execute(executor);
}

/** Returns the IDs that Stripe still has. */
export async function deleteCardsOf(executor: Executor, accountId: string): Promise<string[]> {
  await sql`delete from card_setups where account_id = ${accountId}`.execute(executor);
  const { rows } = await sql<{ id: string; customer: string | null }>`
    delete from saved_cards where account_id = ${accountId} returning id, customer`.execute(executor);
  return rows.flatMap(({ id, customer }) => (customer === null ? [] : [id]));
}
