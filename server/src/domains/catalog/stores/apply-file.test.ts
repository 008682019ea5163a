import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readStoresFile } from './apply-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'errand-stores-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const outgoing = { checkUrl: async () => ({ ok: true as const }) };

async function read(credentials: Record<string, string>, env: Record<string, string> = {}) {
  const file = join(folder, 'stores.json');
  const store = { name: 'hats', kind: 'vendure', url: 'https://hats.example.com', mode: 'catalogue', credentials };
  await writeFile(file, JSON.stringify({ stores: [store] }));
  return (await readStoresFile(outgoing, file, env))[0]?.credentials;
}

it('reads secrets from the environment and from files', async () => {
  const secret = join(folder, 'password');
  await writeFile(secret, 'hunter2\n');
  const given = { email: 'buyer@example.com', password: `file:${secret}`, token: 'env:HATS_TOKEN' };
  expect(await read(given, { HATS_TOKEN: 'abc' })).toEqual({
    email: 'buyer@example.com',
    password: 'hunter2',
    token: 'abc',
  });
});

it('names the variable or the file that is missing, and never a secret', async () => {
  await expect(read({ token: 'env:HATS_TOKEN' })).rejects.toThrow('reads its token from HATS_TOKEN, which is not set');
  await expect(read({ token: 'file:/nowhere' })).rejects.toThrow('reads its token from /nowhere, which cannot be read');
});
