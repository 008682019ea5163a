import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { createTestDatabase } from '../harness/postgres.ts';
import { startSystem } from '../harness/system.ts';

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

it('is applied by processes that start together, and every one of them starts', { timeout: 60_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'errand-stores-'));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'stores.json');
  const store = {
    kind: 'woocommerce',
    payment: 'cod',
    contact: 'buyer@example.com',
    consent: { by: 'The merchant', on: '2026-08-21' },
  };
  const names = Array.from({ length: 20 }, (_, index) => `hats-${index}`);
  const stores = names.map((name) => ({ ...store, name, url: `https://${name}.example.com` }));
  await writeFile(file, JSON.stringify({ stores }));
  const { url: databaseUrl, drop } = await createTestDatabase();
  undo.push(drop);
  const starts = Array.from({ length: 4 }, () => startSystem({ databaseUrl, env: { STORES_FILE: file } }));
  const started = await Promise.allSettled(starts);
  for (const start of started) if (start.status === 'fulfilled') undo.push(() => start.value.stop());
  expect(started.map(({ status }) => status)).toEqual(starts.map(() => 'fulfilled'));
});
