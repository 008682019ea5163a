import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../test/harness/postgres.ts';
import { insertAccount } from '../domains/access/accounts/index.ts';
import { systemClock } from '../kit/clock.ts';
import { newId } from '../kit/ids.ts';
import { readConfig } from '../platform/config.ts';
import { createLogger } from '../platform/logger.ts';
import { createVault } from '../platform/secrets/index.ts';
import { diagnose, diagnosisText, isUnsafe } from './doctor.ts';
import { recordSign } from './sql-signs.ts';
import { proxySign } from './watch-proxies.ts';

const key = `test:${Buffer.alloc(32, 7).toString('base64')}`;
/** Nothing to find. */
const safe = {
  MASTER_KEYS: key,
  PUBLIC_URL: 'https://errand.example',
  SMTP_URL: 'smtp://mail.example',
  BACKUP_TO: '/srv/backups',
  OPERATOR_EMAILS: 'jane@example.com',
};

let test: Awaited<ReturnType<typeof createTestDatabase>>;
let dataDir: string;
beforeAll(async () => {
  test = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'errand-doctor-'));
  const { db } = test.database;
  const id = newId();
  await insertAccount(db, id, 'jane@example.com', systemClock.now());
  await sql`
    insert into people (id, email, email_verified, created_at, updated_at)
    values (${id}, 'jane@example.com', true, now(), now())`.execute(db);
  await sql`
    insert into people_factors (id, sealed, created_at, confirmed_at)
    select id, '\\x00', now(), now() from people where email = 'jane@example.com'`.execute(db);
});
afterAll(async () => {
  await test.drop();
  await rm(dataDir, { recursive: true });
});

function looked(env: Record<string, string>) {
  const config = readConfig({ ...env, DATA_DIR: dataDir });
  const vault = createVault({ ...config, logger: createLogger({ level: 'silent' }) });
  return diagnose({ db: test.database.db, clock: systemClock, vault, config });
}

const found = async (env: Record<string, string>): Promise<string[]> =>
  (await looked({ ...safe, ...env })).findings.map(({ id }) => id);

describe('doctor', () => {
  it('finds nothing if nothing is unsafe', async () => {
    const diagnosis = await looked({ ...safe, DESK_RETAILERS: 'walmart' });
    expect(diagnosis).toEqual({ isLive: true, findings: [] });
    expect(isUnsafe(diagnosis)).toBe(false);
    expect(diagnosisText(diagnosis)).toContain('Nothing unsafe was found.');
  });

  it.each([
    [{ MASTER_KEYS: '' }, 'master_key_development'],
    [{ PUBLIC_URL: 'http://errand.example' }, 'public_url_http'],
    [{ PUBLIC_URL: '', HOST: '0.0.0.0' }, 'public_url_missing'],
    [{ PUBLIC_URL: '', HOST: '192.0.2.7', SMTP_URL: 'smtp://a' }, 'public_url_http'],
    [{ OPERATOR_EMAILS: 'jane@example.com, joe@example.com' }, 'operators_without_second_factor'],
    [{ DESK_RETAILERS: '*' }, 'desk_any_address'],
    [{ STORES_ALLOW_PRIVATE: 'true' }, 'private_stores_allowed'],
    [{ WEBHOOK_ALLOW_PRIVATE: 'true' }, 'private_webhooks_allowed'],
    [{ RATE_LIMIT_PER_ADDRESS: '0' }, 'rate_limits_off'],
    [{ RATE_LIMIT_PER_KEY: '0' }, 'rate_limits_off'],
    [{ MAIL_IN_PORT: '2525', MAIL_IN_DNS: 'off' }, 'mail_senders_unchecked'],
    [{ METRICS_PORT: '9090', HOST: '0.0.0.0' }, 'metrics_public'],
    [{ SMTP_URL: '' }, 'smtp_missing'],
    [{ BACKUP_TO: '' }, 'backups_missing'],
    [{ OPERATOR_EMAILS: '' }, 'operators_missing'],
  ])('%j: %s, with what to do', async (env, id) => {
    expect(await found(env)).toEqual([id]);
    const { findings } = await looked({ ...safe, ...env });
    expect(findings[0]!.action.length).toBeGreaterThan(15);
  });

  it('names operators without a second factor, and fails only where real money can move', async () => {
    const env = { ...safe, OPERATOR_EMAILS: 'jane@example.com, joe@example.com' };
    const sandbox = await looked(env);
    expect(sandbox.findings[0]!.title).toContain('joe@example.com.');
    expect(sandbox.findings[0]!.title).not.toContain('jane@example.com');
    expect([sandbox.isLive, isUnsafe(sandbox)]).toEqual([false, false]);
    for (const live of [{ DESK_RETAILERS: 'walmart' }, { STRIPE_SECRET_KEY: 'sk_live_1' }]) {
      expect(isUnsafe(await looked({ ...env, ...live }))).toBe(true);
    }
    // Advice alone is no reason to fail.
    expect(isUnsafe(await looked({ ...safe, SMTP_URL: '', DESK_RETAILERS: 'walmart' }))).toBe(false);
  });

  it('finds a store whose credentials cannot be read', async () => {
    const { db } = test.database;
    await sql`insert into stores (name, world, kind, is_from_file, config, credentials_sealed, revision, created_at, updated_at)
      values ('acme', 'live', 'vendure', false, '{}', '\\x00', 1, now(), now())`.execute(db);
    const diagnosis = await looked(safe);
    expect(diagnosis.findings.map(({ id }) => id)).toEqual(['store_credentials_unreadable']);
    expect(isUnsafe(diagnosis)).toBe(true);
    await sql`delete from stores`.execute(db);
  });

  it('remembers that a proxy was seen in the last few days', async () => {
    const { db } = test.database;
    const local = { PUBLIC_URL: '' };
    expect(await found(local)).toEqual([]);
    await recordSign(db, proxySign, systemClock.now());
    expect(await found(local)).toEqual(['public_url_missing', 'trusted_proxies_missing']);
    expect(await found({ ...local, TRUSTED_PROXIES: '127.0.0.1' })).toEqual(['public_url_missing']);
    await recordSign(db, proxySign, new Date(0));
    expect(await found(local)).toEqual([]);
  });
});
