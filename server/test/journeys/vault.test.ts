import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { everySealedColumn } from '../../src/main/sealed-columns.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { createVault, rotateSecrets, VaultError } from '../../src/platform/secrets/index.ts';
import { fakeClock } from '../harness/fake-clock.ts';
import { orderFor, startSystem, type TestSystem, testMasterKey } from '../harness/system.ts';

let system: TestSystem;
let lines: string[];
const clock = fakeClock();
beforeEach(async () => {
  lines = [];
  const logger = createLogger({ level: 'trace', destination: { write: (line) => void lines.push(line) } });
  system = await startSystem({ clock, logger, env: { SANDBOX_TIME_SCALE: '1' } });
});
afterEach(() => system.stop());

const silent = createLogger({ level: 'silent', destination: pino.destination('/dev/null') });
const otherKey = `second:${Buffer.alloc(32, 9).toString('base64')}`;
const vaultWith = (...masterKeys: string[]) =>
  createVault({ masterKeys, dataDir: '/nonexistent', erasableKeys: system.config.erasableKeys, logger: silent });

async function createAccount(key: string, more: Record<string, unknown> = {}) {
  const body = { email: 'buyer@example.com', password: 'pw', retailer: 'walmart', ...more };
  const answer = await system.post('/managed-accounts', key, body);
  expect(answer.status, answer.text).toBe(201);
  return answer.body as { id: string; short_id: string };
}

const sealedColumns = ['password_sealed', 'totp_sealed', 'config_sealed'] as const;
async function sealed(id: string): Promise<Record<(typeof sealedColumns)[number], Buffer>> {
  const { rows } = await sql<Record<(typeof sealedColumns)[number], Buffer>>`
    select password_sealed, totp_sealed, config_sealed from managed_accounts where id = ${id}`.execute(
    system.database.db,
  );
  return rows[0]!;
}

const full = { totp_secret: 'JBSWY3DPEHPK3PXP', retailer_config: { note: 'x' } };

describe('a swapped ciphertext', () => {
  it('of another account does not open, and says so to the operator alone', async () => {
    const key = await system.mint();
    const [mine, other] = [await createAccount(key, full), await createAccount(key, full)];
    await sql`update managed_accounts set password_sealed = ${(await sealed(other.id)).password_sealed}
      where id = ${mine.id}`.execute(system.database.db);
    const answer = await system.post(`/managed-accounts/${mine.short_id}/verify`, key);
    expect([answer.status, answer.body.error.code]).toEqual([500, 'internal_error']);
    expect(answer.text).not.toMatch(/vault|sealed|altered|managed_accounts/);
    expect(lines.join()).toContain(`The secret for managed_accounts/${mine.id}/password cannot be decrypted`);
    expect(lines.join()).toContain('it was changed, or copied from another row or field');
    expect((await system.get(`/managed-accounts/${mine.short_id}`, key)).body.locked_by_job_id).toBeNull();
  });

  it('of another field does not open either', async () => {
    const key = await system.mint();
    const account = await createAccount(key, full);
    const { password_sealed: password } = await sealed(account.id);
    await sql`update managed_accounts set config_sealed = ${password} where id = ${account.id}`.execute(
      system.database.db,
    );
    expect((await system.get(`/managed-accounts/${account.short_id}`, key)).status).toBe(500);
    const put = { method: 'PUT', key, body: { retailer_config: { note: 'anew' } } };
    expect((await system.call(`/managed-accounts/${account.short_id}`, put)).body.retailer_config).toEqual({
      note: 'anew',
    });
  });

  it('buys nothing: the order says so and is retried', async () => {
    const key = await system.mint();
    const account = await createAccount(key, { retailer: null });
    const { password_sealed: foreign } = await sealed((await createAccount(key)).id);
    const setPassword = (bytes: Buffer) =>
      sql`update managed_accounts set password_sealed = ${bytes} where id = ${account.id}`.execute(system.database.db);
    await setPassword(foreign);
    const orderBody = orderFor(`${system.url}/shop/products/test-success`, {
      retailer_credentials_id: account.short_id,
    });
    const { body } = await system.post('/orders', key, orderBody);
    clock.advance(1000);
    await system.queue.drain();
    expect((await system.get(`/orders/${body.id}`, key)).body.status).toBe('pending');
    expect(await system.simulator.countPurchases()).toBe(0);
    expect(lines.join()).toContain('retailer account secret unreadable');
    // The replaced record is erased: its owner stores the password again.
    const put = { method: 'PUT', key, body: { password: 'pw' } };
    expect((await system.call(`/managed-accounts/${account.short_id}`, put)).status).toBe(200);
    clock.advance(60_000);
    await system.queue.drain();
    expect((await system.get(`/orders/${body.id}`, key)).body.status).toBe('order_placed');
  });
});

describe('a wrong master key', () => {
  it('decrypts nothing and tells the operator which key is missing, or that a different key has that name', async () => {
    const key = await system.mint();
    const account = await createAccount(key, full);
    const record = (await sealed(account.id)).password_sealed;
    const context = `managed_accounts/${account.id}/password`;
    await expect(vaultWith(otherKey).openErasable(record, context)).rejects.toThrow(
      'was encrypted with the master key "test", which is not in MASTER_KEYS. Add that key after the newest one',
    );
    const imposter = `test:${Buffer.alloc(32, 1).toString('base64')}`;
    await expect(vaultWith(imposter).openErasable(record, context)).rejects.toThrow(
      '"test" in MASTER_KEYS is not the key it was encrypted with',
    );
    await expect(rotateSecrets(system.database.db, vaultWith(otherKey), everySealedColumn)).rejects.toThrow(VaultError);
    expect(await sealed(account.id)).toEqual({ ...(await sealed(account.id)), password_sealed: record });
  });
});

describe('secrets rotate', () => {
  it('re-encrypts everything while the service runs, can be interrupted, and the old key can be removed', async () => {
    const key = await system.mint();
    const accounts = [];
    for (let index = 0; index < 8; index += 1) accounts.push(await createAccount(key, full));
    const rotating = vaultWith(otherKey, testMasterKey);
    // Broken off after some of them: the fifth re-wrap dies.
    let left = 5;
    const dying = {
      ...rotating,
      rewrap: (...given: Parameters<typeof rotating.rewrap>) => {
        left -= 1;
        if (left < 0) throw new Error('killed');
        return rotating.rewrap(...given);
      },
    };
    await expect(rotateSecrets(system.database.db, dying, everySealedColumn)).rejects.toThrow('killed');
    // What is left of eight accounts, and the secrets that the service makes for itself when it starts.
    expect(await rotateSecrets(system.database.db, rotating, everySealedColumn)).toBe(28);
    expect(await rotateSecrets(system.database.db, rotating, everySealedColumn)).toBe(0);
    const after = vaultWith(otherKey);
    for (const account of accounts) {
      const row = await sealed(account.id);
      const read = async (field: 'password' | 'config') => {
        const context = `managed_accounts/${account.id}/${field}`;
        return (await after.openErasable(row[`${field}_sealed`], context)).toString();
      };
      expect(await read('password')).toBe('pw');
      expect(await read('config')).toBe('{"note":"x"}');
    }
  });

  it('gives older secrets their own erasable key, so that they can be erased from now on', async () => {
    const key = await system.mint();
    const account = await createAccount(key);
    const context = `managed_accounts/${account.id}/password`;
    const old = system.vault.seal('pw', context);
    await sql`update managed_accounts set password_sealed = ${old} where id = ${account.id}`.execute(
      system.database.db,
    );
    expect(await rotateSecrets(system.database.db, system.vault, everySealedColumn)).toBe(1);
    expect(await rotateSecrets(system.database.db, system.vault, everySealedColumn)).toBe(0);
    const record = (await sealed(account.id)).password_sealed;
    expect((await system.vault.openErasable(record, context)).toString()).toBe('pw');
    await system.call(`/managed-accounts/${account.short_id}`, { method: 'DELETE', key });
    await system.queue.drain();
    await expect(system.vault.openErasable(record, context)).rejects.toThrow(VaultError);
  });

  it('knows every sealed column there is, and which of them are erased with a key', async () => {
    const watched = await sql<{ table: string; columns: string }>`
      select tgrelid::regclass::text as table, encode(tgargs, 'escape') as columns from pg_trigger
      where tgname = 'erase_key'`.execute(system.database.db);
    const named = watched.rows.flatMap(({ table, columns }) =>
      columns.split('\\000').flatMap((column) => (column === '' ? [] : `${table}.${column}`)),
    );
    const erasable = everySealedColumn.filter(({ isErasable }) => isErasable);
    expect(erasable.map(({ table, column }) => `${table}.${column}`).sort()).toEqual(named.sort());

    const { rows } = await sql<{ name: string }>`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and data_type = 'bytea' order by 1`.execute(system.database.db);
    // Hashes, and the part of a label's link that is checked: none of them is ever opened.
    const hashes = [
      'account_invitations.token_hash',
      'agent_credits.secret_hash',
      'api_keys.hash',
      'device_codes.device_code_hash',
      'idempotency_keys.body_hash',
      'link_requests.state_hash',
      'mcp_approvals.secret_hash',
      'oauth_refresh_tokens.hash',
      'oauth_requests.code_hash',
      'payments.digest',
      'audit_links.hash',
      'policy_chains.hash',
      'policy_decisions.hash',
      'return_labels.link_key',
      'sandboxes.claim_token_hash',
      'store_tokens.token_digest',
      'store_visits.token_hash',
      'used_signatures.id',
      // The answer that an order's key repeats, which is no secret of the account's; no order's answer holds one.
      'idempotency_keys.packed',
      // An event as its webhooks get it.
      'events.packed',
      // A screenshot of a page while someone watches, with secrets hidden.
      'store_visits.picture',
    ];
    const known = everySealedColumn.map(({ table, column }) => `${table}.${column}`);
    expect(rows.map(({ name }) => name).filter((name) => !hashes.includes(name))).toEqual(
      expect.arrayContaining(known),
    );
    const strangers = rows.map(({ name }) => name).filter((name) => !hashes.includes(name) && !known.includes(name));
    expect(strangers).toEqual([]);
  });
});
