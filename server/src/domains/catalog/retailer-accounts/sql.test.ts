import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/harness/postgres.ts';
import { testMasterKey } from '../../../../test/harness/system.ts';
import { plusMs, systemClock } from '../../../kit/clock.ts';
import { newId } from '../../../kit/ids.ts';
import { createLogger } from '../../../platform/logger.ts';
import { createVault } from '../../../platform/secrets/index.ts';
import { consumeTotpStep, insertAccountRow } from './sql.ts';
import { consumeCode, eraseCodes, findNewestCode, insertCode } from './sql-events.ts';
import { tryWithAccount } from './try-with-account.ts';

let test: TestDatabase;
const now = new Date('2026-08-21T10:00:00.000Z');
const at = (seconds: number): Date => plusMs(now, seconds * 1000);
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

let made = 0;
async function account(): Promise<string> {
  const id = newId();
  made += 1;
  const row = {
    id,
    account_id: null,
    world: 'test' as const,
    short_id: `svc_acct_test${String(made).padStart(6, 'a')}`,
    email: 'a@example.com',
    retailer: null,
    password_sealed: null,
    totp_sealed: null,
    config_sealed: null,
    is_paused: false,
    cooldown_minutes: null,
    test_clock: null,
  };
  await insertAccountRow(test.database.db, row, now);
  return id;
}

const keep = (managedAccountId: string, text: string, seconds: number, kind: 'code' | 'confirmation' = 'code') =>
  insertCode(
    test.database.db,
    { id: newId(), managedAccountId, kind, sealed: Buffer.from(text) },
    at(seconds),
    at(seconds + 900),
  );
const take = async (id: string, since: number, when: number) => {
  const code = await findNewestCode(test.database.db, id, at(since), at(when));
  const isTaken = code && (await consumeCode(test.database.db, id, code.id, at(since)));
  return isTaken ? code.sealed.toString() : null;
};

describe('a time step', () => {
  it('is given to one of many concurrent callers, and never again', async () => {
    const id = await account();
    const tries = await Promise.all(
      Array.from({ length: 12 }, () => consumeTotpStep(test.database.db, id, 58_000_000)),
    );
    expect(tries.filter(Boolean)).toHaveLength(1);
    expect(await consumeTotpStep(test.database.db, id, 57_999_999)).toBe(false);
    expect(await consumeTotpStep(test.database.db, id, 58_000_001)).toBe(true);
  });
});

describe('kept codes', () => {
  it('are given out newest first and once: no earlier ones, and none from another account', async () => {
    const [mine, other] = [await account(), await account()];
    await keep(mine, 'before', -1);
    await keep(mine, 'first', 5);
    await keep(mine, 'second', 9);
    await keep(mine, 'a link', 12, 'confirmation');
    await keep(other, 'of another', 10);
    expect(await take(mine, 0, 20)).toBe('second');
    expect(await take(mine, 0, 20)).toBeNull();
    expect(await take(other, 0, 20)).toBe('of another');
  });

  it('go to one of two jobs that ask at once', async () => {
    const id = await account();
    await keep(id, 'one', 1);
    const answers = await Promise.all(Array.from({ length: 8 }, () => take(id, 0, 5)));
    expect(answers.filter((answer) => answer !== null)).toEqual(['one']);
  });

  it('are gone after fifteen minutes', async () => {
    const id = await account();
    await keep(id, 'late', 1000);
    expect(await take(id, 1000, 1900)).toBeNull();
    await keep(id, 'later', 1001);
    expect(await eraseCodes(test.database.db, at(1900))).toEqual(at(1901));
    expect(await eraseCodes(test.database.db, at(1901))).toBeNull();
  });
});

it('loads the session that was just saved, in the same work and in the next', async () => {
  const logger = createLogger({ level: 'silent' });
  const dataDir = await mkdtemp(join(tmpdir(), 'errand-sessions-'));
  const vault = createVault({ masterKeys: [testMasterKey], dataDir, logger });
  const needs = { database: test.database, clock: systemClock, logger, vault };
  const id = await account();
  const loaded = await tryWithAccount(needs, id, async ({ session }) => {
    const before = await session.load();
    await session.save('logged in');
    return [before, await session.load()];
  });
  expect(loaded).toEqual([null, 'logged in']);
  expect(await tryWithAccount(needs, id, ({ session }) => session.load())).toBe('logged in');
  await rm(dataDir, { recursive: true });
});
