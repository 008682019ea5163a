import { expect, it } from 'vitest';
import { newId } from '../../src/kit/ids.ts';
import { ledgerProblems } from '../harness/checks.ts';
import { signIn } from '../harness/person.ts';
import { backUp, copyStoreBooks, countSold, drainUntilOver, slowTest, start } from '../harness/restore.ts';
import { orderFor, type TestSystem } from '../harness/system.ts';

it('counts what was bought before and after a restore in one window', slowTest, async () => {
  const before = await start();
  const person = await signIn(before, `${newId()}@example.com`);
  const { body: made } = await person.call('/keys', { method: 'POST', body: { label: 'Agent', world: 'test' } });
  const key: string = made.api_key;
  const policy = { default: 'allow', windows: [{ per: 'day', amount_cents: 1_000_000, count: 3 }] };
  expect((await person.call('/account/policy', { method: 'PUT', body: policy })).status).toBe(200);
  const buy = (system: TestSystem, name: string) =>
    system.post('/orders', key, orderFor(`${before.url}/shop/products/test-success`, { max_price: 2500 }), {
      'idempotency-key': name,
    });

  // The first is completed when the backup is taken, the second is open, the third is lost with the database.
  expect((await buy(before, 'first')).status).toBe(201);
  await drainUntilOver(before);
  const open = await buy(before, 'second');
  const backup = await backUp(before.databaseUrl);
  const lost = await buy(before, 'third');
  expect([open.status, lost.status]).toEqual([201, 201]);
  await drainUntilOver(before);
  expect(Object.values(await countSold(before.database.db))).toEqual([1, 1, 1]);
  await copyStoreBooks(before.database.db, backup);

  const after = await start(backup, { env: { PUBLIC_URL: before.url } });
  expect((await buy(after, 'third')).body.id).toBe(lost.body.id);
  await drainUntilOver(after);
  expect(Object.values(await countSold(after.database.db))).toEqual([1, 1, 1]);
  const denied = await buy(after, 'fourth');
  expect([denied.status, denied.body.error?.code]).toEqual([403, 'policy_denied']);
  expect(await ledgerProblems(after.database.db)).toEqual([]);
});
