import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../src/kit/ids.ts';
import { signIn } from '../harness/person.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

const limit = 100 * 1024 * 1024;
const png = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47]), Buffer.alloc(96)]);
const file = { name: 'cup.png', content_type: 'image/png', data: png.toString('base64') };

let system: TestSystem;
beforeAll(async () => {
  system = await startSystem({ withLive: true, env: { OPERATOR_EMAILS: 'boss@example.com' } });
});
afterAll(() => system.stop());

/** Orders with a case. */
const openCases = (key: string, count: number): Promise<string[]> =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const { body } = await system.post('/orders', key, orderFor(`${system.url}/shop/products/test-success`));
      const opening = { message: 'Where is it?', reason: 'nondelivery.not_delivered' };
      expect((await system.post(`/orders/${body.id}/case`, key, opening)).status).toBe(200);
      return body.id;
    }),
  );

/** As if files of this size had been uploaded. */
const fill = (orderId: string, bytes: number, author = 'customer') =>
  sql`
    insert into case_attachments (id, order_id, author, name, content_type, bytes, blob, created_at)
    values (${newId()}, ${orderId}, ${author}, 'old.png', 'image/png', ${bytes}, 'case-files/old', now())`.execute(
    system.database.db,
  );

const stored = async () => {
  const files = await readdir(join(system.config.dataDir, 'blobs', 'case-files')).catch(() => []);
  const { rows } = await sql`select id from case_attachments order by id`.execute(system.database.db);
  return { files: files.sort(), rows };
};

const put = (key: string, id: string) => system.post(`/orders/${id}/case/attachments`, key, file);

it('a sandbox account stores at most 100 MiB of case files, even with concurrent uploads', async () => {
  const key = await system.mint();
  const ids = await openCases(key, 10);
  await fill(ids[0]!, limit - 2 * png.length);
  await fill(ids[1]!, limit, 'operator');
  const answers = await Promise.all(ids.map((id) => put(key, id)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
  const before = await stored();
  expect(before.files).toHaveLength(2);
  const refused = await put(key, ids[2]!);
  expect(refused.status).toBe(422);
  expect(JSON.stringify(refused.body)).toContain('A sandbox account can store 100 MiB of case files');
  expect(await stored()).toEqual(before);
  // Operators, other accounts and live orders are not affected.
  const boss = await signIn(system, 'boss@example.com');
  const path = `/operator/cases/${ids[2]}/attachments`;
  expect((await system.call(path, { method: 'POST', body: file, headers: boss.headers('live') })).status).toBe(201);
  const other = await system.mint();
  const [theirs] = await openCases(other, 1);
  expect((await put(other, theirs!)).status).toBe(201);
  const { key: live } = await system.account('live', 1_000_000);
  const [real] = await openCases(live, 1);
  await fill(real!, limit);
  expect((await put(live, real!)).status).toBe(201);
});
