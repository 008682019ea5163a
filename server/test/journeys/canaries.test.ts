import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accountContext } from '../../src/domains/catalog/retailer-accounts/index.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { unpackedAnswers } from '../harness/checks.ts';
import { anyProduct, orderFor, startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
const logged: string[] = [];
const answered: string[] = [];
beforeAll(async () => {
  const logger = createLogger({ level: 'trace', destination: { write: (line) => void logged.push(line) } });
  system = await startSystem({ logger, withMail: true });
});
afterAll(async () => {
  await sql`select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = ${slot}`.execute(
    system.database.db,
  );
  await system.stop();
});

/** Keeps the write-ahead log of this test until it has been read. */
const slot = `canaries_${randomBytes(6).toString('hex')}`;

/** Long and random: found anywhere, it came from here. Base32 letters, so that it can be an authenticator's secret too. */
const canary = (name: string): string =>
  `${name}${[...randomBytes(24)].map((byte) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[byte % 32]).join('')}`;

/** A number that a store would take: its last digit makes the sum right (Luhn). */
function cardNumber(): string {
  const digits = ['4', ...[...randomBytes(14)].map((byte) => String(byte % 10))];
  const sum = digits.reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return digits.join('') + String((10 - (sum % 10)) % 10);
}

const canaries = {
  password: canary('PASSWORD'),
  newPassword: canary('NEWPASSWORD'),
  refusedPassword: canary('REFUSED'),
  totp: canary('TOTPTOTP'),
  configSecret: canary('CONFIGSECRET'),
  configNote: canary('CONFIGNOTE'),
  session: canary('SESSION'),
  legacyPassword: canary('LEGACYPASSWORD'),
  cardNumber: cardNumber(),
};

async function call(path: string, method: string, key: string, body?: unknown, headers: Record<string, string> = {}) {
  const answer = await system.call(path, { method, key, headers, ...(body === undefined ? {} : { body }) });
  answered.push(answer.text);
  return answer;
}

async function liveALittle(): Promise<void> {
  const key = await system.mint();
  const body = {
    email: 'buyer@example.com',
    password: canaries.password,
    totp_secret: canaries.totp,
    retailer_config: { api_token: canaries.configSecret, deep: [{ comment: canaries.configNote }] },
  };
  const made = await call('/managed-accounts', 'POST', key, body, { 'idempotency-key': 'one' });
  expect(made.status, made.text).toBe(201);
  await call('/managed-accounts', 'POST', key, body, { 'idempotency-key': 'one' });
  await call(
    '/managed-accounts',
    'POST',
    key,
    { ...body, password: canaries.newPassword },
    { 'idempotency-key': 'one' },
  );
  await call('/managed-accounts', 'POST', key, { ...body, email: 5, password: canaries.refusedPassword });
  await call('/managed-accounts', 'POST', key, `{"password":"${canaries.refusedPassword}",`);
  const path = `/managed-accounts/${made.body.short_id}`;
  await call(path, 'PUT', key, { password: canaries.newPassword, totp_secret: `${canaries.refusedPassword}!` });
  await call(path, 'PUT', key, { password: canaries.newPassword });
  const session = system.vault.seal(canaries.session, accountContext(made.body.id, 'session'));
  await sql`update managed_accounts set session_sealed = ${session} where id = ${made.body.id}`.execute(
    system.database.db,
  );
  for (const scenario of ['success', 'code-required', 'timeout-after-placing', 'account-locked']) {
    const url = `${system.url}/shop/products/test-${scenario}`;
    const orderBody = orderFor(url, { retailer_credentials_id: made.body.short_id });
    const order = await call('/orders', 'POST', key, orderBody);
    await system.queue.drain();
    await call(`/orders/${order.body.id}`, 'GET', key);
    await call(`/orders/${order.body.id}/timeline`, 'GET', key);
  }
  await call(`${path}/verify`, 'POST', key, { retailer: 'walmart' });
  await orderWithClientCredentials(key);
  await call(path, 'GET', key);
  await call('/managed-accounts', 'GET', key);
  await call(`${path}/events`, 'GET', key);
  // A record that does not open is an error, and its report must not help either.
  await sql`update managed_accounts set config_sealed = password_sealed where id = ${made.body.id}`.execute(
    system.database.db,
  );
  await call(path, 'GET', key);
}

async function orderWithClientCredentials(key: string): Promise<void> {
  const productId = (await anyProduct(system, 'walmart')).split('/').at(-1);
  const { first_name, last_name, address_line1, city, state, country, phone_number } = orderFor('').shipping_address;
  const body = {
    retailer: 'walmart',
    products: [{ product_id: productId, quantity: 1 }],
    shipping_address: { first_name, last_name, address_line1, zip_code: '94105', city, state, country, phone_number },
    is_gift: false,
    shipping_method: 'cheapest',
    max_price: 500_000,
    retailer_credentials: { email: 'own@example.com', password: canaries.legacyPassword, totp_2fa_key: canaries.totp },
    payment_method: {
      name_on_card: 'Jane Doe',
      number: canaries.cardNumber,
      security_code: '987',
      expiration_month: 12,
      expiration_year: 2099,
    },
  };
  const authorization = `Basic ${Buffer.from(`${key}:`).toString('base64')}`;
  const answer = await system.call('/v1/orders', { method: 'POST', body, headers: { authorization } });
  answered.push(answer.text);
  expect(answer.status, answer.text).toBe(200);
  await system.queue.drain();
  const read = await system.call(`/v1/orders/${answer.body.request_id}`, { headers: { authorization } });
  answered.push(read.text);
}

async function dump(): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public'`.execute(system.database.db);
  const texts = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ text: string }>`select t::text as text from ${sql.table(name)} t`.execute(
      system.database.db,
    );
    texts.push(...rows.map((row) => row.text));
  }
  texts.push(...(await unpackedAnswers(system.database.db)));
  return texts.join('\n');
}

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesUnder(path) : entry.isFile() ? [path] : [];
  });
}

/** The server rotates its log files while it runs: a missing file exists under another name. */
function contentOf(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}

/** As it is, and in the forms in which bytes are usually written down. */
function spellings(secret: string): Buffer[] {
  const bytes = Buffer.from(secret);
  // Base64 looks different at each of three offsets; the middle of it is the same.
  const base64 = [0, 1, 2].map((offset) =>
    Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .slice(4, -4),
  );
  return [secret, secret.toLowerCase(), bytes.toString('hex'), ...base64].map((text) => Buffer.from(text));
}

// A server elsewhere keeps its files to itself.
it.skipIf(process.env.TEST_DATABASE_URL)(
  'leaves no secret in files, write-ahead log, dumps, logs or answers',
  async () => {
    const { db } = system.database;
    // Other tests write on the same server: without a slot a checkpoint would give our part of the log away to them.
    await sql`select pg_create_physical_replication_slot(${slot}, true)`.execute(db);
    await liveALittle();
    await sql`checkpoint`.execute(db);
    await sql`select pg_switch_wal()`.execute(db);
    const { rows } = await sql<{ folder: string; base: string; first: string; last: string }>`
      select current_setting('data_directory') as folder, pg_relation_filepath('managed_accounts') as base,
        pg_walfile_name(restart_lsn) as first, pg_walfile_name(pg_current_wal_lsn()) as last
      from pg_replication_slots where slot_name = ${slot}`.execute(db);
    const { folder, base, first, last } = rows[0]!;
    // What was written since, by this test and those beside it: the whole log may be a gigabyte.
    const isRecent = (name: string) => name >= first && name <= last;
    const files = [
      ...filesUnder(join(folder, base, '..')),
      ...filesUnder(join(folder, 'pg_wal')).filter((file) => isRecent(basename(file))),
    ];
    expect(files.length).toBeGreaterThan(50);
    expect(files.reduce((sum, file) => sum + contentOf(file).length, 0)).toBeGreaterThan(16 * 1024 * 1024);
    const places: [string, Buffer][] = [
      ...files.map((file): [string, Buffer] => [file, contentOf(file)]),
      ['dump', Buffer.from(await dump())],
      ['log', Buffer.from(logged.join(''))],
      ['answers', Buffer.from(answered.join('\n'))],
    ];
    // The search itself works: what is not secret is found in every kind of place.
    const isAnywhere = (text: string, kind: (place: string) => boolean) =>
      places.some(([place, bytes]) => kind(place) && bytes.includes(text));
    expect(isAnywhere('buyer@example.com', (place) => place.startsWith(join(folder, base, '..')))).toBe(true);
    expect(isAnywhere('buyer@example.com', (place) => place.includes('pg_wal'))).toBe(true);
    expect(isAnywhere('buyer@example.com', (place) => place === 'dump')).toBe(true);
    expect(logged.length).toBeGreaterThan(10);
    const found = Object.entries(canaries).flatMap(([name, secret]) =>
      places.flatMap(([place, bytes]) =>
        spellings(secret).some((spelling) => bytes.includes(spelling)) ? [`${name} in ${place}`] : [],
      ),
    );
    // The note in the configuration is no secret by its name: its owner sees it again, and no other account.
    expect(found.filter((hit) => hit !== 'configNote in answers')).toEqual([]);
  },
  60_000,
);
