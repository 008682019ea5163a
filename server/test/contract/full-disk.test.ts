import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ledgerProblems } from '../harness/checks.ts';
import { fakeClock } from '../harness/fake-clock.ts';
import { anyProduct, orderFor, startSystem, type TestSystem } from '../harness/system.ts';

// A disk without room for the keys of secrets. Nothing is accepted that could not be sealed, and nothing is bought.

let folder: string;
let isMounted = false;
let system: TestSystem;
const clock = fakeClock();
const start = async (place: string) => {
  system = await startSystem({ withLive: true, clock, env: { ERASABLE_KEYS: place } });
  return (await system.account('live', 1_000_000)).key;
};
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'errand-full-'));
});
afterEach(async () => {
  await system?.stop();
  if (isMounted) execFileSync('umount', [folder]);
  isMounted = false;
  await rm(folder, { recursive: true, force: true });
});

const account = { email: 'a@example.com', password: 'secret', retailer: 'walmart' };
const countOf = async (table: string): Promise<number> =>
  (await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(system.database.db)).rows[0]!.n;

async function expectRefused(key: string): Promise<void> {
  const refused = await system.post('/managed-accounts', key, account);
  expect([refused.status, refused.body.error.code]).toEqual([503, 'service_unavailable']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await countOf('managed_accounts')).toBe(0);
}

describe('a key program that cannot store keys', () => {
  it('returns 503, and nothing is accepted', async () => {
    const program = join(folder, 'keys');
    await writeFile(program, '#!/bin/sh\ncat > /dev/full\n');
    await chmod(program, 0o700);
    await expectRefused(await start(`exec:${program}`));
  });
});

/** A disk of 64 kB at the folder, where this user may mount one. */
function mountSmallDisk(): void {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder], { stdio: 'ignore' });
    isMounted = true;
  } catch {
    isMounted = false;
  }
}

describe('a disk without space for keys', () => {
  it('returns 503, nothing is bought, and everything works once there is space', async ({ skip }) => {
    mountSmallDisk();
    if (!isMounted) skip('Only root may mount a small disk; the rule is tested above with a key program.');
    const key = await start(pathToFileURL(join(folder, 'keys')).href);
    const filler = join(folder, 'filler');
    await expect(writeFile(filler, Buffer.alloc(128 * 1024))).rejects.toMatchObject({ code: 'ENOSPC' });
    await expectRefused(key);
    const url = await anyProduct(system, 'walmart');
    const { id } = (await system.post('/orders', key, orderFor(url, { max_price: 200_000 }))).body;
    await system.queue.drain();
    const read = async () => (await system.get(`/orders/${id}`, key)).body;
    expect((await read()).status).toBe('in_progress');
    expect(await countOf('sim_purchases')).toBe(0);

    await rm(filler);
    clock.advance(60_000);
    await system.queue.drain();
    expect(await read()).toMatchObject({ status: 'order_placed', attempts: 1 });
    expect((await system.post('/managed-accounts', key, account)).status).toBe(201);
    expect(await ledgerProblems(system.database.db)).toEqual([]);
    expect((await readdir(join(folder, 'keys'))).filter((name) => name.endsWith('.new'))).toEqual([]);
  });
});
