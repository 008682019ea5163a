import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/harness/postgres.ts';
import { systemClock as clock } from '../../../kit/clock.ts';
import { newId } from '../../../kit/ids.ts';
import { toCents } from '../../../kit/money.ts';
import { inTransaction } from '../../../platform/database/index.ts';
import { insertAccount } from '../../access/accounts/index.ts';
import { creditWallet } from './credit.ts';
import { balanceBefore, listMonths, listMoves, sumSpentByDay } from './index.ts';
import { mergeWallet } from './sql.ts';
import { listTransfers } from './sql-history.ts';
import { auditLedger, auditSums, checkpointLedger } from './sql-sums.ts';

let test: TestDatabase;
const [one, other] = [newId(), newId()];
const own = { accountId: one, world: 'test' } as const;

beforeAll(async () => {
  test = await createTestDatabase();
  for (const id of [one, other]) await insertAccount(test.database.db, id, `${id}@example.com`, clock.now());
});
afterAll(() => test.drop());

const credit = (accountId: string, cents: number, at = clock.now()) =>
  creditWallet(
    { tx: test.database.db, clock: { ...clock, now: () => at } },
    { id: newId(), accountId, world: 'test', amount: toCents(cents), note: 'test' },
  );

/** Two runs, of which the second finds that the first is long ago. */
async function checkpoint(): Promise<void> {
  const { db } = test.database;
  for (let run = 0; run < 2; run += 1) {
    await sql`update ledger_checkpoint set seen_at = '-infinity'`.execute(db);
    await checkpointLedger(db);
  }
}

/** The whole history in pages of one, each behind the last one of the page before. */
async function pagesBehind(): Promise<number[]> {
  const balances: number[] = [];
  for (let after: string | undefined; ; ) {
    const { rows } = await listTransfers(test.database.db, one, 'test', { limit: 1, offset: 0, after });
    const [row] = rows;
    if (!row) return balances;
    balances.push(row.balance_cents);
    after = String(row.id);
  }
}

const told = async () => ({
  history: (await listTransfers(test.database.db, one, 'test', { limit: 2, offset: 1 })).rows.map(
    (row) => row.balance_cents,
  ),
  paged: await pagesBehind(),
  days: await sumSpentByDay(test.database.db, own, '2020-01-01'),
  months: await listMonths(test.database.db, own),
  balance: await balanceBefore(test.database.db, own, new Date('2100-01-01T00:00:00Z')),
  moves: (await listMoves(test.database.db, own, new Date('2020-01-01'), new Date('2100-01-01'))).length,
});

describe('the sums of the ledger', () => {
  it('tell the same before and after a checkpoint, and when only a part is in them', async () => {
    // What begins before midnight may be written after what came later.
    const [day, next] = [new Date('2026-01-01T23:59:00Z'), new Date('2026-01-02T00:00:00Z')];
    await credit(one, 500, day);
    await credit(one, 70, next);
    await credit(one, 9, day);
    await credit(other, 1_000);
    const before = await told();
    expect(before).toMatchObject({ history: [570, 500], paged: [579, 570, 500], balance: 579, moves: 3 });
    await checkpoint();
    expect(await told()).toEqual(before);
    await credit(one, 1);
    const later = await told();
    expect(later).toMatchObject({ history: [579, 570], paged: [580, 579, 570, 500], balance: 580, moves: 4 });
    await checkpoint();
    expect(await told()).toEqual(later);
    expect(await auditLedger(test.database.db)).toEqual([]);
    expect(await auditSums(test.database.db)).toEqual([]);
  });

  it('leaves out what was written just now: an earlier number may still become visible', async () => {
    await credit(one, 20);
    await checkpointLedger(test.database.db);
    await checkpointLedger(test.database.db);
    const { rows } = await sql<{ behind: number }>`
      select count(*) as behind from ledger_transfers where id > (select summed_id from ledger_checkpoint)`.execute(
      test.database.db,
    );
    expect(rows).toEqual([{ behind: 1 }]);
  });

  it('move when a sandbox is claimed', async () => {
    await checkpoint();
    await inTransaction(test.database.db, async (tx) => {
      await mergeWallet(tx, one, other, 'test');
      await sql`insert into sandboxes (account_id, claim_token_hash, created_at, claimed_at) values (${one}, 'x', now(), now())`.execute(
        tx,
      );
      await sql`insert into sandbox_claims values (${one}, ${other}, 'a@example.com', 0, 0, now())`.execute(tx);
    });
    expect(await auditLedger(test.database.db)).toEqual([]);
    expect(await auditSums(test.database.db)).toEqual([]);
    expect(await balanceBefore(test.database.db, { ...own, accountId: other }, new Date('2100-01-01'))).toBe(1_600);
    expect(await listMonths(test.database.db, own)).toEqual([]);
  });

  it('that are wrong, and a wallet that is wrong, are found', async () => {
    const { db } = test.database;
    await sql`update ledger_sums set held_cents = held_cents + 1 where account_id = ${other}`.execute(db);
    expect((await auditLedger(db)).map(({ problem }) => problem)).toEqual([
      expect.stringContaining('the kept sums say'),
    ]);
    expect((await auditSums(db)).map(({ account_id: id }) => id)).toEqual([other]);
    await sql`update ledger_sums set held_cents = held_cents - 1 where account_id = ${other}`.execute(db);
    await sql`update wallets set available_cents = available_cents + 1 where account_id = ${other}`.execute(db);
    expect((await auditSums(db)).map(({ problem }) => problem)).toEqual([expect.stringContaining('wallet says 1601')]);
  });
});
