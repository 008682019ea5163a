import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createKey, insertAccount } from '../server/src/domains/access/accounts/index.ts';
import { creditWallet } from '../server/src/domains/money/wallet/index.ts';
import { assertDefined } from '../server/src/kit/assert-defined.ts';
import { systemClock as clock } from '../server/src/kit/clock.ts';
import { newId } from '../server/src/kit/ids.ts';
import { toCents } from '../server/src/kit/money.ts';
import type { Database } from '../server/src/platform/database/index.ts';
import { freePort } from '../server/test/harness/free-port.ts';
import type { DebianPostgres } from '../tools/debian-postgres.ts';
import type { Goal } from './goals.ts';

export const root = join(import.meta.dirname, '..');

/** What every measurement uses: one PostgreSQL server, and accounts with money and a key. */
export interface Scene {
  postgres: DebianPostgres;
  database: Database;
  accounts: Account[];
  /** Per measurement. */
  seconds: number;
  rounds: number;
  clients: number;
  /** How many orders wait to be placed. */
  orders: number;
}

export interface Account {
  accountId: string;
  keyId: string;
  key: string;
}

/** One row of the table. */
export interface Row {
  what: string;
  perSecond?: number;
  /** CPU time of the service and PostgreSQL per operation, without the clients. */
  cpuMs?: number;
  p50Ms?: number;
  p99Ms?: number;
  memoryMb?: number;
  ratio?: number;
  goals?: Goal[];
}

export async function openAccounts(database: Database, count: number): Promise<Account[]> {
  const accounts: Account[] = [];
  for (let index = 0; index < count; index += 1) {
    const accountId = newId();
    const needs = { tx: database.db, clock };
    await insertAccount(database.db, accountId, `${accountId}@example.com`, clock.now());
    const { key, id: keyId } = await createKey(needs, { accountId, world: 'test', label: 'bench' });
    const credit = { id: newId(), accountId, world: 'test' as const, amount: toCents(100_000_000_000), note: 'bench' };
    await creditWallet(needs, credit);
    accounts.push({ accountId, keyId, key });
  }
  return accounts;
}

export interface Program {
  readonly port: number;
  readonly url: string;
  readonly pid: number;
  /** Peak memory in MiB. */
  memoryMb(): number;
  stop(): Promise<void>;
}

/** Starts a process on a free port. With `readyPath`, waits until that responds. */
export async function startProgram(
  entry: string,
  env: Record<string, string>,
  readyPath: string | null,
): Promise<Program> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [...profiling(), entry], {
    cwd: root,
    env: { PATH: process.env.PATH ?? '', PORT: String(port), MASTER_KEYS: masterKey, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const isUp = () =>
    fetch(url + readyPath).then(
      (response) => response.ok,
      () => false,
    );
  while (readyPath !== null && !(await isUp())) {
    if (child.exitCode !== null) throw new Error(`${entry} ended with ${child.exitCode}.`);
    await pause(10);
  }
  return { port, url, pid: assertDefined(child.pid), memoryMb: () => memoryOf(child), stop: () => stop(child) };
}

/** Set, so no development key file is written. */
const masterKey = `bench:${Buffer.alloc(32, 7).toString('base64')}`;

/** BENCH_PROFILE=folder saves a CPU profile of each process. */
function profiling(): string[] {
  const folder = process.env.BENCH_PROFILE;
  return folder ? ['--cpu-prof', `--cpu-prof-dir=${folder}`] : [];
}

function memoryOf({ pid }: ChildProcess): number {
  const kib = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kib) / 1024);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

export const serviceEntry = 'server/start.mjs';

export function serviceEnv(scene: Scene, role: 'api' | 'worker', publicUrl: string): Record<string, string> {
  return {
    DATABASE_URL: scene.postgres.url,
    ROLE: role,
    PUBLIC_URL: publicUrl,
    SANDBOX_TIME_SCALE: '0',
    RATE_LIMIT_PER_KEY: '0',
    RATE_LIMIT_PER_ADDRESS: '0',
    LOG_LEVEL: 'warn',
  };
}

/** Runs a measurement against a new API process. */
export async function withApi<T>(
  scene: Scene,
  measure: (api: Program) => Promise<T>,
  more: Record<string, string> = {},
): Promise<T> {
  const api = await startProgram(serviceEntry, { ...serviceEnv(scene, 'api', shopUrl), ...more }, '/health');
  try {
    return await measure(api);
  } finally {
    await api.stop();
  }
}

export async function timed(act: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await act();
  return performance.now() - startedAt;
}

export function median(numbers: number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return assertDefined(sorted[Math.floor(sorted.length / 2)]);
}

export const shopUrl = 'http://shop.example.com';

export const orderBody = {
  products: [{ url: `${shopUrl}/shop/products/test-success`, quantity: 1 }],
  shipping_address: {
    first_name: 'Jane',
    last_name: 'Doe',
    address_line1: '1 Market St',
    city: 'San Francisco',
    state: 'CA',
    postal_code: '94105',
    country: 'US',
    phone_number: '+14155550123',
  },
  max_price: 2500,
};

/** An order per account, each with its own idempotency key. */
export const orderRequests = (accounts: Account[]) => {
  const body = JSON.stringify({ ...orderBody, idempotency_key: '@unique@' });
  return accounts.map(({ key }) => ({ method: 'POST', path: '/orders', key, body }));
};

export const bulkRow = {
  product_url: `${shopUrl}/shop/products/test-success`,
  quantity: '1',
  name: 'Jane Doe',
  address1: '1 Market St',
  city: 'San Francisco',
  state: 'CA',
  zip: '94105',
  phone: '+14155550123',
  max_price: '2500',
};
