import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeClock } from '../../../../test/harness/fake-clock.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/harness/postgres.ts';
import { newId, randomBase62 } from '../../../kit/ids.ts';
import { createAuthenticator } from './authenticate.ts';
import { createKey } from './create-key.ts';
import { type CreatedAnswer, idempotentRequestFrom, runIdempotent } from './idempotency/index.ts';
import { composeKey, isKeyActive, isWellFormedKey, keyPrefixes } from './model.ts';
import { insertAccount, listKeys, moveKeysToAccount, revokeKeyById } from './sql.ts';
import { ensureWebKeys, findWebKeys } from './web-keys.ts';

const clock = fakeClock();
const accountId = newId();
let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await insertAccount(test.database.db, accountId, null, clock.now());
});
afterAll(() => test.drop());

describe('the format of a key', () => {
  it('has a prefix, 32 random characters and a checksum of 6', () => {
    const key = composeKey(keyPrefixes.live, randomBase62(32));
    expect(key).toMatch(/^svc_live_[0-9A-Za-z]{38}$/);
    expect(isWellFormedKey(key)).toBe(true);
  });
  it('detects every wrong character', () => {
    const key = composeKey(keyPrefixes.test, randomBase62(32));
    for (let index = keyPrefixes.test.length; index < key.length; index += 1) {
      const wrong = key[index] === 'a' ? 'b' : 'a';
      expect(isWellFormedKey(key.slice(0, index) + wrong + key.slice(index + 1))).toBe(false);
    }
  });
  it.each(['', 'svc_test_', 'svc_prod_abc', `svc_test_${'é'.repeat(38)}`])('refuses %j', (text) => {
    expect(isWellFormedKey(text)).toBe(false);
  });
  it('counts idle days from the last use', () => {
    const life = {
      createdAt: new Date(0),
      lastUsedAt: new Date(86_400_000),
      revokedAt: null,
      frozenAt: null,
      idleDays: 7,
      expiresAt: null,
    };
    expect(isKeyActive(life, new Date(8 * 86_400_000 - 1))).toBe(true);
    expect(isKeyActive(life, new Date(8 * 86_400_000))).toBe(false);
    expect(isKeyActive({ ...life, idleDays: null }, new Date(1e14))).toBe(true);
    expect(isKeyActive({ ...life, frozenAt: new Date(1) }, new Date(2))).toBe(false);
    expect(isKeyActive({ ...life, idleDays: null, expiresAt: new Date(5) }, new Date(4))).toBe(true);
    expect(isKeyActive({ ...life, idleDays: null, expiresAt: new Date(5) }, new Date(5))).toBe(false);
  });
});

describe('authentication', () => {
  it('stores only a hash, accepts the key, and refuses it once revoked', async () => {
    const { db } = test.database;
    const authenticator = createAuthenticator({ db, clock });
    const { id, key } = await createKey({ tx: db, clock }, { accountId, world: 'test', label: 'x' });
    const { rows } = await sql<{ text: string }>`select k::text as text from api_keys k where id = ${id}`.execute(db);
    expect(rows[0]!.text).not.toContain(key.slice(-38, -6));
    expect(await authenticator.authenticate(key)).toMatchObject({ accountId, world: 'test', keyId: id });
    expect(await revokeKeyById(db, newId(), id, clock.now())).toBe(false);
    expect(await revokeKeyById(db, accountId, id, clock.now())).toBe(true);
    authenticator.forget(id);
    expect(await authenticator.authenticate(key)).toBeNull();
  });
  it('sees a revocation by another process within a second', async () => {
    const { db } = test.database;
    const authenticator = createAuthenticator({ db, clock });
    const { id, key } = await createKey({ tx: db, clock }, { accountId, world: 'live', label: 'x' });
    expect(await authenticator.authenticate(key)).not.toBeNull();
    await revokeKeyById(db, accountId, id, clock.now());
    clock.advance(1000);
    expect(await authenticator.authenticate(key)).toBeNull();
  });
  it("sees right away that an account's keys moved", async () => {
    const { db } = test.database;
    const authenticator = createAuthenticator({ db, clock });
    const [from, to] = [newId(), newId()];
    for (const id of [from, to]) await insertAccount(db, id, null, clock.now());
    const { key } = await createKey({ tx: db, clock }, { accountId: from, world: 'test', label: 'x' });
    expect(await authenticator.authenticate(key)).toMatchObject({ accountId: from });
    await moveKeysToAccount(db, from, to);
    authenticator.forgetAccount(from);
    expect(await authenticator.authenticate(key)).toMatchObject({ accountId: to });
  });
  it('does not cache a key that is revoked during its lookup', async () => {
    const { db } = test.database;
    const authenticator = createAuthenticator({ db, clock });
    const { id, key } = await createKey({ tx: db, clock }, { accountId, world: 'test', label: 'x' });
    const lookUp = authenticator.authenticate(key);
    await revokeKeyById(db, accountId, id, clock.now());
    authenticator.forget(id);
    await lookUp;
    expect(await authenticator.authenticate(key)).toBeNull();
  });
  it('never accepts a key of web sessions', async () => {
    const { db } = test.database;
    await ensureWebKeys(db, accountId, clock.now());
    const ids = await findWebKeys(db, accountId);
    await ensureWebKeys(db, accountId, clock.now());
    expect(await findWebKeys(db, accountId)).toEqual(ids);
    const { rows } = await listKeys(db, accountId, { limit: 200, offset: 0 });
    expect(rows.map((row) => row.id)).not.toContain(ids!.test);
    expect(await revokeKeyById(db, accountId, ids!.test, clock.now())).toBe(false);
  });
  it('writes the time of last use', async () => {
    const { db } = test.database;
    const authenticator = createAuthenticator({ db, clock });
    const { id, key } = await createKey({ tx: db, clock }, { accountId, world: 'test', label: 'x' });
    await authenticator.authenticate(key);
    await authenticator.flush();
    const { rows } = await sql<{ at: Date }>`select last_used_at as at from api_keys where id = ${id}`.execute(db);
    expect(rows[0]!.at).toEqual(clock.now());
  });
});

describe('idempotent requests', () => {
  const once = (key: string | null, body: unknown) =>
    idempotentRequestFrom({
      caller: { accountId, world: 'test' },
      operation: 'POST /things',
      header: key ?? undefined,
      body,
    });
  const made = (text: string): CreatedAnswer => ({ status: 201, text, resource: 'thing', resourceId: newId() });
  const needs = () => ({ db: test.database.db, clock });

  it('return the first response, whatever the order of fields', async () => {
    const first = await runIdempotent(needs(), once('a', { x: 1, y: 2 }), async () => made('{"n":1}'));
    const again = await runIdempotent(needs(), once('a', { y: 2, x: 1 }), async () => made('{"n":2}'));
    expect(first).toEqual({ status: 201, text: '{"n":1}', isReplay: false });
    expect(again).toEqual({ status: 201, text: '{"n":1}', isReplay: true });
  });
  it('refuse the same key with another body, and name what exists', async () => {
    const thing = made('{}');
    await runIdempotent(needs(), once('b', { x: 1 }), async () => thing);
    await expect(runIdempotent(needs(), once('b', { x: 2 }), async () => made('{}'))).rejects.toMatchObject({
      status: 409,
      code: 'already_exists',
      details: { resource: 'thing', identifier: 'b', id: thing.resourceId },
    });
  });
  it('report that the first request is still running', async () => {
    let finish = () => {};
    const gate = new Promise<void>((resolve) => {
      finish = resolve;
    });
    let hasStarted = () => {};
    const started = new Promise<void>((resolve) => {
      hasStarted = resolve;
    });
    const first = runIdempotent(needs(), once('c', {}), async () => {
      hasStarted();
      await gate;
      return made('{}');
    });
    await started;
    await expect(runIdempotent(needs(), once('c', {}), async () => made('{}'))).rejects.toMatchObject({
      code: 'idempotency_in_flight',
      headers: { 'Retry-After': '1' },
    });
    finish();
    await first;
  });
  it('do not store a refusal, so that the client can retry', async () => {
    const refusal = runIdempotent(needs(), once('d', {}), () => Promise.reject(new Error('no')));
    await expect(refusal).rejects.toThrow('no');
    expect(await runIdempotent(needs(), once('d', {}), async () => made('{}'))).toMatchObject({ isReplay: false });
  });
  it.each([['x'.repeat(256)], ['tab\there'], ['']])('refuses the key %j', (key) => {
    expect(() =>
      idempotentRequestFrom({ caller: { accountId, world: 'test' }, operation: 'x', header: key, body: {} }),
    ).toThrow();
  });
  it('ignore the key when comparing bodies', () => {
    expect(once(null, { x: 1, idempotency_key: 'k' }).bodyHash).toEqual(
      createHash('sha256').update('{"x":1}').digest(),
    );
  });
});
