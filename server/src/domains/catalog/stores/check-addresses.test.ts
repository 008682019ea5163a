import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createOutgoing } from '../../../platform/outgoing/index.ts';
import { readStoreFile, readStoresFile } from './apply-file.ts';
import { addressProblem } from './check-addresses.ts';

const addresses: Record<string, string[]> = {
  'shop.example.com': ['93.184.215.14'],
  'inside.example.com': ['10.0.0.7'],
  'both.example.com': ['93.184.215.14', '192.168.1.1'],
};
const resolve = async (name: string) => addresses[name] ?? [];
const guarded = createOutgoing({ allowPrivate: false, resolve });
const open = createOutgoing({ allowPrivate: true, resolve });
afterAll(() => Promise.all([guarded.close(), open.close()]));

it.each([
  [{ url: 'http://127.0.0.1:8080' }, 'url'],
  [{ url: 'http://[::1]' }, 'url'],
  [{ url: 'https://inside.example.com' }, 'url'],
  [{ url: 'https://both.example.com' }, 'url'],
  [{ url: 'https://shop.example.com', api_url: 'http://169.254.169.254' }, 'api_url'],
  [{ also: ['https://shop.example.com', 'http://10.1.2.3'] }, 'also.1'],
])('%j is refused, unless private networks are allowed', async (body, field) => {
  expect(await addressProblem(guarded, body)).toMatchObject({
    field,
    message: expect.stringContaining('STORES_ALLOW_PRIVATE'),
  });
  expect(await addressProblem(open, body)).toBeNull();
});

it('takes public addresses, names that do not resolve yet, and changes without an address', async () => {
  for (const body of [{ url: 'https://shop.example.com' }, { url: 'https://later.example.com' }, { enabled: false }]) {
    expect(await addressProblem(guarded, body)).toBeNull();
  }
});

it('applies to files too', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'errand-stores-'));
  const path = join(folder, 'stores.json');
  const store = { name: 'inside', kind: 'vendure', url: 'https://inside.example.com', currency: 'USD' };
  await writeFile(path, JSON.stringify({ stores: [store] }));
  await expect(readStoresFile(guarded, path, {})).rejects.toThrow('The url of inside is not valid');
  await expect(readStoreFile(guarded, path, JSON.stringify(store), {})).rejects.toThrow('STORES_ALLOW_PRIVATE');
  expect(await readStoresFile(open, path, {})).toHaveLength(1);
  await rm(folder, { recursive: true });
});
