import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeClock } from '../../../test/harness/fake-clock.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/harness/postgres.ts';
import { newId } from '../../kit/ids.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { findAccountByEmail } from '../access/accounts/index.ts';
import { ensurePerson } from './open-link.ts';
import { createSessions } from './sessions.ts';
import { deleteEnded, deleteSessionsOf } from './sql.ts';

const clock = fakeClock();
const secret = 'c2VjcmV0';
const publicUrl = 'http://127.0.0.1:8080';
let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

const sessions = () =>
  createSessions({
    db: test.database.db,
    clock,
    publicUrl,
    operatorEmails: ['operator@example.com'],
    secret: async () => secret,
  });

/** A person with a session of this many seconds. */
async function signedIn(seconds = 60, email = `${newId()}@example.com`) {
  const { db } = test.database;
  await inTransaction(db, (tx) => ensurePerson({ tx, clock }, email));
  const accountId = (await findAccountByEmail(db, email))!;
  const token = newId();
  const now = clock.now();
  const end = new Date(now.getTime() + seconds * 1000);
  await sql`
    insert into people_sessions (id, person_id, token, expires_at, created_at, updated_at)
    values (${newId()}, ${accountId}, ${token}, ${end}, ${now}, ${now})`.execute(db);
  const value = `${token}.${createHmac('sha256', secret).update(token).digest('base64')}`;
  return { email, accountId, cookies: `errand.session_token=${encodeURIComponent(value)}` };
}

describe('sessions', () => {
  it('return the person, with unlisted keys for both modes', async () => {
    const { email, accountId, cookies } = await signedIn();
    const found = await sessions().find(cookies);
    expect(found).toEqual({
      email,
      name: null,
      personId: accountId,
      accountId,
      role: 'owner',
      keyIds: { test: expect.any(String), live: expect.any(String) },
      secondFactor: { isEnrolled: false, provenAt: null },
    });
    expect(await sessions().find('')).toBeNull();
    expect(await sessions().find(cookies.replace('=', '=x'))).toBeNull();
  });

  it('of operators last an hour', async () => {
    const day = 24 * 3600;
    const [{ cookies: operator }, { cookies: customer }] = [
      await signedIn(day, 'operator@example.com'),
      await signedIn(day),
    ];
    clock.advance(3_599_000);
    expect(await sessions().find(operator)).not.toBeNull();
    clock.advance(1_000);
    expect(await sessions().find(operator)).toBeNull();
    expect(await sessions().find(customer)).not.toBeNull();
  });

  it('expire, also from the cache', async () => {
    const { cookies } = await signedIn(0.5);
    const remembering = sessions();
    expect(await remembering.find(cookies)).not.toBeNull();
    clock.advance(500);
    expect(await remembering.find(cookies)).toBeNull();
    expect(await sessions().find(cookies)).toBeNull();
  });

  it('end right away in this process, and within a second in others', async () => {
    const { cookies, accountId } = await signedIn();
    const [here, elsewhere] = [sessions(), sessions()];
    for (const each of [here, elsewhere]) expect(await each.find(cookies)).not.toBeNull();
    await here.endAllOf(accountId);
    expect(await here.find(cookies)).toBeNull();
    clock.advance(1000);
    expect(await elsewhere.find(cookies)).toBeNull();
  });

  it('that end during a lookup are not cached', async () => {
    const { cookies, accountId } = await signedIn();
    const here = sessions();
    await Promise.all([here.find(cookies), here.endAllOf(accountId), here.find(cookies)]);
    expect(await here.find(cookies)).toBeNull();
  });

  it('are deleted when expired', async () => {
    const { db } = test.database;
    const count = async () => (await sql`select from people_sessions`.execute(db)).rows.length;
    const [stays, goes] = [await signedIn(3600), await signedIn(1)];
    const before = await count();
    clock.advance(60_000);
    await deleteEnded(db, clock.now());
    expect(await count()).toBeLessThan(before);
    expect(await sessions().find(stays.cookies)).not.toBeNull();
    expect(await sessions().find(goes.cookies)).toBeNull();
    await deleteSessionsOf(db, stays.accountId);
  });
});
