import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claimSandbox } from '../../src/domains/sandbox/index.ts';
import { fakeClock } from '../harness/fake-clock.ts';
import { startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
const clock = fakeClock();
beforeAll(async () => {
  system = await startSystem({ clock, withLive: true, env: { MAIL_DOMAIN: 'mail.example.com' } });
});
afterAll(() => system.stop());

const accounts = async (): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from managed_accounts`.execute(system.database.db);
  return rows[0]!.n;
};
const create = async (key: string, more: Record<string, unknown> = {}) => {
  const answer = await system.post('/managed-accounts', key, { email: 'buyer@example.com', password: 'pw', ...more });
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
};
const put = (key: string, id: string, body: unknown) =>
  system.call(`/managed-accounts/${id}`, { method: 'PUT', key, body });
const remove = (key: string, id: string) => system.call(`/managed-accounts/${id}`, { method: 'DELETE', key });

/** Shows up in the name of a test as a short text, and in the request as a long one. */
const tooMuch = { toJSON: () => ({ a: 'x'.repeat(16 * 1024) }) };

describe('POST /managed-accounts', () => {
  it('registers an account and shows every field but the secrets', async () => {
    const key = await system.mint();
    const answer = await system.post('/managed-accounts', key, {
      email: 'Buyer@example.com',
      password: 'hunter2-canary',
      retailer: 'walmart',
      totp_secret: 'jbsw y3dp ehpk 3pxp',
      retailer_config: { locale: 'en-US', api_token: 'secret-canary', nested: [{ PIN: '', password: 'deep-canary' }] },
      is_paused: true,
      cooldown_minutes: 30,
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      short_id: expect.stringMatching(/^svc_acct_[a-z2-7]{10}$/),
      email: 'Buyer@example.com',
      retailer: 'walmart',
      forwarding_email: `${answer.body.short_id}@mail.example.com`,
      created_at: clock.now().toISOString(),
      updated_at: clock.now().toISOString(),
      has_totp: true,
      has_forwarding: false,
      is_paused: true,
      pause_reason: null,
      locked_by_job_id: null,
      cooldown_minutes: 30,
      last_used_at: null,
      retailer_config: { locale: 'en-US', api_token: '********', nested: [{ PIN: '', password: '********' }] },
      test_clock: null,
    });
    expect(answer.text).not.toContain('canary');
    expect((await system.get(`/managed-accounts/${answer.body.short_id}`, key)).body).toEqual(answer.body);
  });

  it('needs only an email address: default credentials without a password', async () => {
    const key = await system.mint();
    const { body, status } = await system.post('/managed-accounts', key, { email: 'a@example.com' });
    expect(status).toBe(201);
    expect(body).toMatchObject({ retailer: null, has_totp: false, cooldown_minutes: null, retailer_config: null });
  });

  it.each([
    [{}, 'missing', ['body', 'email']],
    [{ email: 'nobody' }, 'value_error', ['body', 'email']],
    [{ email: 'a@example.com', passwort: 'x' }, 'extra_forbidden', ['body', 'passwort']],
    [{ email: 'a@example.com', retailer: 'nowhere' }, 'value_error', ['body', 'retailer']],
    [{ email: 'a@example.com', totp_secret: 'not base32!' }, 'value_error', ['body', 'totp_secret']],
    [
      { email: 'a@example.com', totp_secret: 'otpauth://hotp/x?secret=JBSWY3DPEHPK3PXP' },
      'value_error',
      ['body', 'totp_secret'],
    ],
    [{ email: 'a@example.com', cooldown_minutes: 10_081 }, 'less_than_equal', ['body', 'cooldown_minutes']],
    [{ email: 'a@example.com', cooldown_minutes: -1 }, 'greater_than_equal', ['body', 'cooldown_minutes']],
    [{ email: 'a@example.com', retailer_config: tooMuch }, 'value_error', ['body', 'retailer_config']],
    [{ email: 'a@example.com', retailer_config: [] }, 'dict_type', ['body', 'retailer_config']],
  ])('refuses %o', async (body, type, loc) => {
    const key = await system.mint();
    const before = await accounts();
    const answer = await system.post('/managed-accounts', key, body);
    expect(answer.status).toBe(422);
    expect(answer.body.detail).toContainEqual(expect.objectContaining({ loc }));
    expect(answer.body.detail.map((problem: { type: string }) => problem.type)).toContain(type);
    expect(await accounts()).toBe(before);
  });

  it('lists every problem at once, on PUT too', async () => {
    const key = await system.mint();
    const { short_id } = (await system.post('/managed-accounts', key, { email: 'a@example.com' })).body;
    const before = await accounts();
    const body = {
      email: 'nobody',
      totp_secret: 'no base32!',
      retailer_config: tooMuch,
      cooldown_minutes: -1,
      oops: 1,
    };
    for (const answer of [
      await system.post('/managed-accounts', key, body),
      await system.call(`/managed-accounts/${short_id}`, { method: 'PUT', key, body }),
    ]) {
      expect(answer.status).toBe(422);
      const places = answer.body.detail.map((problem: { loc: string[] }) => problem.loc[1]);
      expect(places.sort()).toEqual(['cooldown_minutes', 'email', 'oops', 'retailer_config', 'totp_secret']);
    }
    expect(await accounts()).toBe(before);
  });

  it('is idempotent, and stores neither a secret nor a plain hash of one', async () => {
    const key = await system.mint();
    const body = {
      email: 'a@example.com',
      password: 'canary-one',
      retailer_config: { note: 'canary-two', token: 'x' },
    };
    const headers = { 'idempotency-key': 'acct-1' };
    const first = await system.post('/managed-accounts', key, body, headers);
    const again = await system.post('/managed-accounts', key, body, headers);
    expect(again.status).toBe(201);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.body).toEqual(first.body);
    expect(first.body.retailer_config).toEqual({ note: 'canary-two', token: '********' });
    const other = await system.post('/managed-accounts', key, { ...body, password: 'canary-three' }, headers);
    expect(other.status).toBe(409);
    expect(other.body.error).toMatchObject({
      code: 'already_exists',
      details: { resource: 'managed_account', identifier: 'acct-1', id: first.body.id },
    });
    expect((await system.get('/managed-accounts', key)).body.total).toBe(1);
    const { rows } = await sql<{ row: string }>`select k::text as row from idempotency_keys k`.execute(
      system.database.db,
    );
    expect(rows.map(({ row }) => row).join()).not.toContain('canary');
  });

  it('wants a key', async () => {
    expect((await system.post('/managed-accounts', undefined, { email: 'a@example.com' })).status).toBe(401);
  });
});

describe('GET /managed-accounts', () => {
  it('lists newest first, in pages, and searches address, short ID and retailer', async () => {
    const key = await system.mint();
    const made = [];
    for (const [email, retailer] of [
      ['anna@example.com', 'walmart'],
      ['bert@example.com', 'target'],
      ['carl_x@example.com', null],
    ] as const) {
      clock.advance(1000);
      made.push(await create(key, { email, retailer }));
    }
    const ids = (answer: { body: { credentials: { short_id: string }[] } }) =>
      answer.body.credentials.map((account) => account.short_id);
    const all = await system.get('/managed-accounts', key);
    expect(all.body.total).toBe(3);
    expect(ids(all)).toEqual(made.map((account) => account.short_id).reverse());
    const page = await system.get('/managed-accounts?limit=1&offset=1', key);
    expect([ids(page), page.body.total]).toEqual([[made[1].short_id], 3]);
    expect(ids(await system.get('/managed-accounts?search=ANNA', key))).toEqual([made[0].short_id]);
    expect(ids(await system.get('/managed-accounts?search=target', key))).toEqual([made[1].short_id]);
    expect(ids(await system.get(`/managed-accounts?search=${made[2].short_id.slice(3, 14)}`, key))).toEqual([
      made[2].short_id,
    ]);
    expect(ids(await system.get('/managed-accounts?search=l_x', key))).toEqual([made[2].short_id]);
    expect(ids(await system.get('/managed-accounts?search=%25', key))).toEqual([]);
    expect((await system.get('/managed-accounts?limit=50&offset=0&search=', key)).body.total).toBe(made.length);
  });

  it.each(['limit=0', 'limit=501', 'offset=-1'])('refuses %s', async (query) => {
    expect((await system.get(`/managed-accounts?${query}`, await system.mint())).status).toBe(422);
  });

  it('takes the largest page', async () => {
    expect((await system.get('/managed-accounts?limit=500', await system.mint())).status).toBe(200);
  });
});

describe('whose it is', () => {
  it('treats another account’s ID and the other mode’s ID as unknown', async () => {
    const owner = await system.account('test');
    const { short_id: id } = await create(owner.key);
    const strangers = [await system.mint(), (await system.account('live')).key];
    for (const key of strangers) {
      for (const answer of [
        await system.get(`/managed-accounts/${id}`, key),
        await put(key, id, { is_paused: true }),
        await remove(key, id),
        await system.post(`/managed-accounts/${id}/verify`, key, {}),
        await system.get(`/managed-accounts/${id}/events`, key),
      ]) {
        expect(answer.status).toBe(404);
        expect(answer.body.error.code).toBe('not_found');
      }
      expect((await system.get('/managed-accounts', key)).body.total).toBe(0);
    }
    expect((await system.get(`/managed-accounts/${id}`, owner.key)).body.is_paused).toBe(false);
  });

  it('moves when a sandbox is claimed, and its secrets can still be decrypted', async () => {
    const minted = await system.post('/sandbox/keys', undefined);
    const { short_id: id } = await create(minted.body.api_key, { retailer: 'walmart' });
    const person = await system.account('test');
    const token = minted.body.claim_url.split('/').at(-1);
    const claimer = { accountId: person.accountId, email: 'p@example.com' };
    await claimSandbox({ db: system.database.db, clock }, token, claimer);
    expect((await system.get(`/managed-accounts/${id}`, person.key)).status).toBe(200);
    expect((await system.post(`/managed-accounts/${id}/verify`, person.key)).body.verified).toBe(true);
  });
});

describe('PUT /managed-accounts/{short_id}', () => {
  it('changes the given fields only', async () => {
    const key = await system.mint();
    const before = await create(key, { retailer: 'walmart', cooldown_minutes: 5, totp_secret: 'JBSWY3DPEHPK3PXP' });
    clock.advance(1000);
    const answer = await put(key, before.short_id, { cooldown_minutes: null, is_paused: true });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      ...before,
      cooldown_minutes: null,
      is_paused: true,
      updated_at: clock.now().toISOString(),
    });
    expect((await put(key, before.short_id, { totp_secret: null })).body.has_totp).toBe(false);
    expect((await put(key, before.short_id, {})).body.email).toBe(before.email);
  });

  it('keeps a masked value that is sent back, and replaces new ones', async () => {
    const key = await system.mint();
    const account = await create(key, { retailer_config: { api_token: 'real', region: 'eu' } });
    const changed = await put(key, account.short_id, { retailer_config: { ...account.retailer_config, region: 'us' } });
    expect(changed.body.retailer_config).toEqual({ api_token: '********', region: 'us' });
  });

  it.each([
    [{ retailer: 'nowhere' }, 'retailer'],
    [{ totp_secret: '1' }, 'totp_secret'],
    [{ locked_by_job_id: null }, 'locked_by_job_id'],
  ])('refuses %j and changes nothing', async (body, field) => {
    const key = await system.mint();
    const before = await create(key);
    const answer = await put(key, before.short_id, body);
    expect(answer.status).toBe(422);
    expect(answer.body.detail[0].loc).toEqual(['body', field]);
    expect((await system.get(`/managed-accounts/${before.short_id}`, key)).body).toEqual(before);
  });
});

describe('DELETE /managed-accounts/{short_id}', () => {
  it('deletes', async () => {
    const key = await system.mint();
    const { short_id: id } = await create(key);
    const answer = await remove(key, id);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect((await system.get(`/managed-accounts/${id}`, key)).status).toBe(404);
    expect((await remove(key, id)).status).toBe(404);
  });

  it('refuses while a job uses it', async () => {
    const key = await system.mint();
    const { short_id: id, id: uuid } = await create(key);
    await sql`update managed_accounts set locked_by_job_id = gen_random_uuid(),
      locked_until = ${new Date(clock.now().getTime() + 1000)} where id = ${uuid}`.execute(system.database.db);
    const answer = await remove(key, id);
    expect([answer.status, answer.body.error.code]).toEqual([409, 'account_in_use']);
    expect((await system.post(`/managed-accounts/${id}/verify`, key, { retailer: 'walmart' })).status).toBe(409);
    expect((await system.get(`/managed-accounts/${id}`, key)).body.locked_by_job_id).not.toBeNull();
    // A lease that has run out holds nothing.
    clock.advance(1000);
    expect((await system.get(`/managed-accounts/${id}`, key)).body.locked_by_job_id).toBeNull();
    expect((await remove(key, id)).status).toBe(204);
  });
});

describe('POST /managed-accounts/{short_id}/verify', () => {
  it('logs in and buys nothing', async () => {
    const key = await system.mint();
    const { short_id: id } = await create(key, { retailer: 'walmart' });
    const before = await system.simulator.countPurchases();
    const answer = await system.post(`/managed-accounts/${id}/verify`, key);
    expect(answer.body).toMatchObject({ verified: true, error_type: null, message: null });
    expect(answer.body.account).toMatchObject({ locked_by_job_id: null, last_used_at: clock.now().toISOString() });
    expect(await system.simulator.countPurchases()).toBe(before);
    expect((await system.get(`/managed-accounts/${id}/events`, key)).body.events[0].type).toBe('login.succeeded');
  });

  it('pauses an account that cannot log in, says why, and resumes it when it can', async () => {
    const key = await system.mint();
    const { short_id: id } = await create(key, { retailer: 'walmart', password: 'wrong-password' });
    const refused = await system.post(`/managed-accounts/${id}/verify`, key);
    expect(refused.body).toMatchObject({ verified: false, error_type: 'login_failed' });
    expect(refused.body.account.is_paused).toBe(true);
    expect(refused.body.account.pause_reason).toMatch(/^login_failed: The store rejected/);
    await put(key, id, { password: 'right' });
    expect((await system.post(`/managed-accounts/${id}/verify`, key)).body.account).toMatchObject({
      is_paused: false,
      pause_reason: null,
    });
    const { body } = await system.get(`/managed-accounts/${id}/events`, key);
    expect(body.events.map((event: { type: string }) => event.type)).toEqual([
      'account.resumed',
      'login.succeeded',
      'account.paused',
      'login.failed',
    ]);
    expect(body.total).toBe(4);
    expect((await system.get(`/managed-accounts/${id}/events?limit=1&offset=3`, key)).body.events).toHaveLength(1);
  });

  it('leaves the pause of its owner alone', async () => {
    const key = await system.mint();
    const { short_id: id } = await create(key, { retailer: 'walmart', is_paused: true });
    expect((await system.post(`/managed-accounts/${id}/verify`, key)).body.account.is_paused).toBe(true);
  });

  it('needs a retailer for default credentials', async () => {
    const key = await system.mint();
    const { short_id: id } = await create(key);
    expect((await system.post(`/managed-accounts/${id}/verify`, key)).status).toBe(422);
    expect((await system.post(`/managed-accounts/${id}/verify`, key, { retailer: 'nowhere' })).status).toBe(422);
    expect((await system.post(`/managed-accounts/${id}/verify`, key, { retailer: 'target' })).body.verified).toBe(true);
  });

  it('is locked by the store after five wrong passwords in a row', async () => {
    const key = await system.mint();
    const { short_id: id } = await create(key, { retailer: 'walmart', password: 'wrong-password' });
    for (let index = 0; index < 5; index += 1) {
      expect((await system.post(`/managed-accounts/${id}/verify`, key)).body.error_type).toBe('login_failed');
    }
    await put(key, id, { password: 'right' });
    expect((await system.post(`/managed-accounts/${id}/verify`, key)).body.error_type).toBe('account_locked');
    clock.advance(15 * 60_000);
    expect((await system.post(`/managed-accounts/${id}/verify`, key)).body.verified).toBe(true);
  });

  it('uses the authenticator, each code once', async () => {
    const key = await system.mint();
    const more = { retailer: 'walmart', email: 'b+totp@example.com' };
    const without = await create(key, more);
    expect((await system.post(`/managed-accounts/${without.short_id}/verify`, key)).body.error_type).toBe(
      'account_verification_required',
    );
    const other = await create(key, { ...more, totp_secret: 'GEZDGNBVGY3TQOJQ' });
    expect((await system.post(`/managed-accounts/${other.short_id}/verify`, key)).body.error_type).toBe('login_failed');
    const right = await create(key, { ...more, totp_secret: 'jbsw y3dp ehpk 3pxp jbsw y3dp ehpk 3pxp' });
    // Twice within one step: the second log-in waits for the next code instead of being refused for the same one.
    for (let index = 0; index < 2; index += 1) {
      expect((await system.post(`/managed-accounts/${right.short_id}/verify`, key)).body.verified).toBe(true);
    }
  });
});
