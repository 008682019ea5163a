import { type RawBuilder, sql } from 'kysely';
import type { World } from '../../../kit/world.ts';
import type { Executor, Relation, Row } from '../../../platform/database/index.ts';
import { ledger } from './model.ts';
import { mergeCurrencyWallets } from './sql-currency.ts';
import { moveSums } from './sql-sums.ts';
import type { NewTransfer } from './transfers.ts';

export type WalletRow = Row<'wallets', 'available_cents' | 'held_cents'>;

export async function findWallet(executor: Executor, accountId: string, world: World): Promise<WalletRow> {
  const { rows } = await sql<WalletRow>`
    select available_cents, held_cents from wallets where account_id = ${accountId} and world = ${world}`.execute(
    executor,
  );
  return rows[0] ?? { available_cents: 0, held_cents: 0 };
}

/** When the account was created, and when money last moved. */
export async function findWalletTimes(executor: Executor, accountId: string, world: World) {
  const { rows } = await sql<{ created_at: Date; updated_at: Date }>`
    select created_at, coalesce((select created_at from ledger_transfers
      where ${isMoveOf(accountId, world)} order by id desc limit 1), created_at) as updated_at
    from account_summaries a where id = ${accountId}`.execute(executor);
  return rows[0] ?? null;
}

/** SQL: an owner's transactions, by their index. The key alone may match another owner. For ledger_transfers and ledger_entries. */
export const isMoveOf = (accountId: string, world: World): RawBuilder<unknown> =>
  sql`owner_key(account_id, world) = owner_key(${accountId}, ${world}) and account_id = ${accountId} and world = ${world}`;

/** SQL: transactions with this cause, by their index. */
export const isCausedBy = (causeId: string): RawBuilder<unknown> =>
  sql`cause_key(cause_id) = cause_key(${causeId}) and cause_id = ${causeId}`;

/**
 * A transaction that was not recorded must have been recorded before. That is checked, because the ledger may have refused it for
 * another reason (a number given twice after a bad restore, a key that two causes share), and then no money moved.
 */
export async function assertRecorded(
  executor: Executor,
  move: Pick<NewTransfer, 'kind' | 'debit' | 'credit' | 'causeId'>,
): Promise<void> {
  const { rows } = await sql`
    select from ledger_transfers where ${isCausedBy(move.causeId)} and kind = ${move.kind} and debit = ${move.debit}
      and credit = ${move.credit}`.execute(executor);
  if (rows.length === 0)
    throw new Error(
      `The ledger rejected the ${move.kind} for ${move.causeId} as a duplicate, but has no such transfer.`,
    );
}

/**
 * Moves and records money in one statement. False if it was recorded before: the unique key on the cause makes it happen once, and
 * the update depends on the insert.
 */
export async function transfer(executor: Executor, move: NewTransfer): Promise<boolean> {
  const change = (name: string) => (move.credit === name ? move.cents : 0) - (move.debit === name ? move.cents : 0);
  const changeHeld = change(ledger.held) + change(ledger.reserved);
  const { rows } = await sql`
    with recorded as (
      insert into ledger_transfers (world, account_id, kind, debit, credit, amount_cents, cause, cause_id, note, created_at)
      values (${move.world}, ${move.accountId}, ${move.kind}, ${move.debit}, ${move.credit}, ${move.cents}, ${move.cause},
              ${move.causeId}, ${move.note}, ${move.at})
      on conflict do nothing
      returning account_id, world
    )
    insert into wallets as w (account_id, world, available_cents, held_cents)
    select account_id, world, ${change(ledger.available)}::bigint, ${changeHeld}::bigint from recorded
    on conflict (account_id, world) do update set
      available_cents = w.available_cents + excluded.available_cents,
      held_cents = w.held_cents + excluded.held_cents
    returning account_id`.execute(executor);
  if (rows.length === 0) await assertRecorded(executor, move);
  return rows.length === 1;
}

/** SQL: an order's hold on the wallet. Only the fee if the client's own card pays the retailer. */
export const heldCents = (order: Relation<'paid_by_client' | 'max_price_cents' | 'fee_cents'>): string =>
  `(case when ${order.column('paid_by_client')} then 0 else ${order.column('max_price_cents')} end + ${order.column('fee_cents')})`;

/**
 * Takes what is available off a wallet, everything or at most `most`, and records it in one statement; null if there was nothing.
 * Of two at once, the second finds nothing behind the row lock.
 */
export async function debitAvailable(
  executor: Executor,
  move: Pick<NewTransfer, 'world' | 'accountId' | 'kind' | 'credit' | 'cause' | 'causeId' | 'at'> & {
    most?: number;
    note?: string;
  },
): Promise<number | null> {
  const { rows } = await sql<{ cents: number }>`
    with full_one as (
      select account_id, world, least(available_cents, ${move.most ?? null}::bigint) as cents from wallets
      where account_id = ${move.accountId} and world = ${move.world} and available_cents > 0 and coalesce(${move.most ?? null}::bigint, 1) > 0 for update
    ),
    drained as (
      update wallets w set available_cents = w.available_cents - full_one.cents from full_one
      where w.account_id = full_one.account_id and w.world = full_one.world
    ),
    recorded as (
      insert into ledger_transfers (world, account_id, kind, debit, credit, amount_cents, cause, cause_id, note, created_at)
      select world, account_id, ${move.kind}, ${ledger.available}, ${move.credit}, cents, ${move.cause}, ${move.causeId}::uuid,
        ${move.note ?? null}::text, ${move.at}::timestamptz
      from full_one
    )
    select cents from full_one`.execute(executor);
  return rows[0]?.cents ?? null;
}

/** New orders. */
type Fresh = Relation<
  | 'ord'
  | 'id'
  | 'account_id'
  | 'world'
  | 'max_price_cents'
  | 'fee_cents'
  | 'paid_by_client'
  | 'paid_by_card'
  | 'created_at'
>;

/** Orders with an authorized card. */
type Covered = Relation<'order_id'>;

/** SQL: what a new order takes from the wallet. Nothing if a card pays. */
const dueFromWallet = (fresh: Fresh): string =>
  `case when ${fresh.column('paid_by_card')} then 0 else ${heldCents(fresh)} end`;

/** SQL: source and destination accounts of a hold. */
const holdAccounts = (from: string): string =>
  `case when paid_by_card then '${ledger.card}' else '${from}' end,
      case when paid_by_card then '${ledger.cardHeld}' else '${ledger.held}' end`;

/**
 * CTEs for the statement that accepts orders. `asked` has the rows of `fresh` with due_cents and available_cents. `accepted` has
 * those that the wallets or cards (`covered`, by ID) cover, with their money on hold. The wallet is locked, checked and debited in
 * one statement, because a check before a debit would let two through.
 */
const holdCtesFor = (fresh: Fresh, covered: Covered, orderBy: string): string => `
  locked as (
    select account_id, world, available_cents from wallets
    where (account_id, world) in (select account_id, world from ${fresh.name})
    order by account_id, world for update
  ),
  asked as (
    select ${fresh.name}.*, ${heldCents(fresh)} as due_cents, coalesce(locked.available_cents, 0) as available_cents,
      sum(${dueFromWallet(fresh)}) over (
        partition by ${fresh.column('account_id')}, ${fresh.column('world')} ${orderBy}) as running
    from ${fresh.name} left join locked using (account_id, world)
  ),
  accepted as (
    select * from asked
    where case when paid_by_card then id in (select order_id from ${covered.name}) else running <= available_cents end
  ),
  debited as (
    update wallets set available_cents = wallets.available_cents - due.cents, held_cents = wallets.held_cents + due.cents
    from (select account_id, world, sum(due_cents) as cents from accepted where not paid_by_card group by account_id, world) due
    where wallets.account_id = due.account_id and wallets.world = due.world
  ),
  recorded_holds as (
    insert into ledger_transfers (world, account_id, kind, debit, credit, amount_cents, cause, cause_id, created_at)
    select world, account_id, 'hold', ${holdAccounts(ledger.available)}, due_cents, 'order', id, created_at
    from accepted where due_cents > 0
  )`;

/** Accepts an account's orders one by one, while its wallet covers them. */
export const holdCtes = (fresh: Fresh, covered: Covered): string =>
  holdCtesFor(fresh, covered, `order by ${fresh.column('ord')}`);

/** Accepts an account's orders together, or none of them. */
export const holdAllOrNothingCtes = (fresh: Fresh, covered: Covered): string => holdCtesFor(fresh, covered, '');

/** What a batch puts on hold in one wallet. */
export interface BatchHold {
  id: string;
  accountId: string;
  world: World;
  amount: number;
  at: Date;
}

export async function reserveDollars(executor: Executor, batch: BatchHold): Promise<boolean> {
  const { rows } = await sql`
    with debited as (
      update wallets set available_cents = available_cents - ${batch.amount}, held_cents = held_cents + ${batch.amount}
      where account_id = ${batch.accountId} and world = ${batch.world} and available_cents >= ${batch.amount}
      returning account_id, world
    )
    insert into ledger_transfers (world, account_id, kind, debit, credit, amount_cents, cause, cause_id, created_at)
    select world, account_id, 'hold', ${ledger.available}, ${ledger.reserved}, ${batch.amount}, 'batch', ${batch.id}::uuid, ${batch.at}
    from debited returning id`.execute(executor);
  return rows.length === 1;
}

/** Batches whose money was ever reserved, in any currency. The ledgers remember deleted batches too. */
export async function findReservedBatches(executor: Executor, ids: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select wanted.id from unnest(${ids}::uuid[]) as wanted (id)
    where exists (select from ledger_transfers t
        where cause_key(t.cause_id) = cause_key(wanted.id) and t.cause_id = wanted.id and t.cause = 'batch')
      or exists (select from currency_transfers t where t.cause_id = wanted.id and t.cause = 'batch')`.execute(
    executor,
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Like holdCtes, for orders whose money is on hold with their batch: each takes its part. The wallet's row does not change,
 * because its held cents cover both, so creating orders never waits for other orders.
 */
export const drawCtes = (fresh: Fresh): string => `
  asked as (select ${fresh.name}.*, ${heldCents(fresh)} as due_cents, 0::bigint as available_cents from ${fresh.name}),
  accepted as (select * from asked),
  recorded_holds as (
    insert into ledger_transfers (world, account_id, kind, debit, credit, amount_cents, cause, cause_id, created_at)
    select world, account_id, 'hold', ${holdAccounts(ledger.reserved)}, due_cents, 'order', id, created_at
    from accepted
  )`;

/**
 * CTE for the statement that records a paid call: its price goes from the payment method to the fees. No wallet is touched, so
 * calls don't wait for one.
 */
export const paidCallCte = (
  accountId: string,
  paid: Relation<'id' | 'world' | 'method' | 'amount_cents' | 'settled_at'>,
): string => `
  recorded_call as (
    insert into ledger_transfers (world, account_id, kind, debit, credit, amount_cents, cause, cause_id, created_at)
    select world, '${accountId}', 'fee', 'agent.' || method, '${ledger.fees}', amount_cents, 'payment', id, settled_at
    from ${paid.name}
  )`;

/** CTE `name`: locks the wallet of `owner` (one row), if it covers the amount. */
export const coveringWalletCte = (name: string, owner: Relation<'account_id' | 'world'>, cents: string): string => `
  ${name} as (
    select w.account_id, w.world
    from ${owner.name} join wallets w on w.account_id = ${owner.column('account_id')} and w.world = ${owner.column('world')}
    where w.available_cents >= ${cents} for update of w
  )`;

interface PrepaidCall {
  /** The call, one row. */
  paid: Relation<'id' | 'world' | 'amount_cents' | 'settled_at'>;
  /** The wallet that pays (coveringWalletCte), one row. */
  purse: Relation<'account_id' | 'world'>;
}

/** CTEs for the statement that uses prepaid credit: the price of the call leaves the wallet. */
export const prepaidCallCtes = ({ paid, purse }: PrepaidCall): string => `
  drawn as (
    update wallets w set available_cents = w.available_cents - ${paid.column('amount_cents')} from ${paid.name}, ${purse.name}
    where w.account_id = ${purse.column('account_id')} and w.world = ${purse.column('world')}
  ),
  recorded_draw as (
    insert into ledger_transfers (world, account_id, kind, debit, credit, amount_cents, cause, cause_id, created_at)
    select ${paid.column('world')}, ${purse.column('account_id')}, 'fee', '${ledger.available}', '${ledger.fees}',
      ${paid.column('amount_cents')}, 'payment', ${paid.column('id')}, ${paid.column('settled_at')}
    from ${paid.name}, ${purse.name}
  )`;

/** Moves a wallet and its history to another account, in the caller's transaction. */
export async function mergeWallet(executor: Executor, from: string, to: string, world: World): Promise<void> {
  await sql`
    with taken as (
      delete from wallets where account_id = ${from} and world = ${world} returning available_cents, held_cents
    )
    insert into wallets as w (account_id, world, available_cents, held_cents)
    select ${to}, ${world}, available_cents, held_cents from taken
    on conflict (account_id, world) do update set
      available_cents = w.available_cents + excluded.available_cents,
      held_cents = w.held_cents + excluded.held_cents`.execute(executor);
  await mergeCurrencyWallets(executor, from, to, world);
  await moveSums(executor, from, to, world);
  await sql`update ledger_transfers set account_id = ${to} where ${isMoveOf(from, world)}`.execute(executor);
}
