import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/harness/postgres.ts';
import { systemClock as clock } from '../../../kit/clock.ts';
import { newId } from '../../../kit/ids.ts';
import { toCents } from '../../../kit/money.ts';
import { insertAccount } from '../../access/accounts/index.ts';
import { creditWallet } from './credit.ts';
import { listMoves, listTransfers } from './sql-history.ts';
import { debitLockedWallet, findOperatorMove } from './sql-operator.ts';

// Two accounts, or two causes, may have the same key in the ledger's indexes. Here all of them have.
describe('movements whose keys are the same', () => {
  let test: TestDatabase;
  const [one, other, third] = [newId(), newId(), newId()];
  const ids = { [one]: newId(), [other]: newId() };
  beforeAll(async () => {
    test = await createTestDatabase();
    const { db } = test.database;
    await sql`create or replace function owner_key(account_id uuid, world text) returns bigint language sql immutable parallel safe return 7`.execute(
      db,
    );
    await sql`create or replace function cause_key(cause_id uuid) returns bigint language sql immutable parallel safe return 7`.execute(
      db,
    );
    await sql`reindex table ledger_transfers`.execute(db);
    for (const id of [one, other, third]) await insertAccount(db, id, `${id}@example.com`, clock.now());
    for (const [accountId, id] of Object.entries(ids)) {
      const amount = toCents(accountId === one ? 100 : 900);
      await creditWallet({ tx: db, clock }, { id, accountId, world: 'test', amount, note: 'test' });
    }
  });
  afterAll(() => test.drop());

  const amountsOf = async (accountId: string) => {
    const { rows } = await listTransfers(test.database.db, accountId, 'test', { limit: 10, offset: 0 });
    return rows.map((row) => row.amount_cents);
  };

  it('are shown to their owner alone', async () => {
    expect([await amountsOf(one), await amountsOf(other), await amountsOf(third)]).toEqual([[100], [900], []]);
    const own = { accountId: one, world: 'test' } as const;
    const told = await listMoves(test.database.db, own, new Date('2020-01-01'), new Date('2100-01-01'));
    expect(told.map((move) => move.amount_cents)).toEqual([100]);
  });

  it('are found by their own cause', async () => {
    expect(await findOperatorMove(test.database.db, ids[other] ?? '', 'fund')).toMatchObject({ account_id: other });
    expect(await findOperatorMove(test.database.db, newId(), 'fund')).toBeNull();
  });

  it('do not count as recorded when the ledger rejects them', async () => {
    const { db } = test.database;
    await sql`create or replace function movement_key(cause_id uuid, kind text, debit text, credit text) returns bigint language sql immutable
      parallel safe return case kind when 'debit' then 7 else uuid_hash_extended(cause_id, 1) end`.execute(db);
    await sql`reindex table ledger_transfers`.execute(db);
    const move = (id: string) => ({
      id,
      accountId: other,
      world: 'test' as const,
      amount: 50,
      note: 'test',
      at: clock.now(),
    });
    const [made, refused] = [move(newId()), move(newId())];
    expect(await debitLockedWallet(db, made)).toBe(true);
    expect(await debitLockedWallet(db, made)).toBe(false);
    await expect(debitLockedWallet(db, refused)).rejects.toThrow(`rejected the debit for ${refused.id}`);
    expect(await amountsOf(other)).toEqual([50, 900]);
  });
});
