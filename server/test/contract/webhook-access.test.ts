import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findDelivery } from '../../src/domains/channels/webhooks/sql-deliveries.ts';
import { writeReplay } from '../../src/domains/channels/webhooks/sql-replay.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';
import { startTestEndpoint, type TestEndpoint } from '../harness/test-endpoint.ts';

let system: TestSystem;
let receiver: TestEndpoint;
beforeAll(async () => {
  receiver = await startTestEndpoint();
  system = await startSystem({ env: { WEBHOOK_ALLOW_PRIVATE: 'true' } });
});
afterAll(async () => {
  await system.stop();
  await receiver.stop();
});

it('shows and resends a delivery to its own account and mode alone', { timeout: 60_000 }, async () => {
  const [owner, stranger] = [await system.account('test'), await system.account('test')];
  await system.call('/webhooks/endpoint', { method: 'PUT', key: owner.key, body: { url: `${receiver.url}/own` } });
  await system.post('/orders', owner.key, orderFor(`${system.url}/shop/products/test-success`));
  await system.queue.drain();
  const { id } = (await system.get('/webhooks/deliveries', owner.key)).body.deliveries[0];
  const { db } = system.database;
  const own = { accountId: owner.accountId, world: 'test' as const };
  const others = [
    { accountId: stranger.accountId, world: 'test' as const },
    { accountId: owner.accountId, world: 'live' as const },
  ];
  for (const other of others) {
    expect(await findDelivery(db, other, id)).toBeNull();
    expect(await writeReplay(db, other, { id }, new Date())).toEqual([]);
  }
  expect((await findDelivery(db, own, id))?.id).toBe(id);
  expect((await system.get(`/webhooks/deliveries/${id}`, owner.key)).status).toBe(200);
  expect((await system.get(`/webhooks/deliveries/${id}`, stranger.key)).status).toBe(404);
  const sent = receiver.received.length;
  expect((await system.post(`/webhooks/deliveries/${id}/replay`, stranger.key)).status).toBe(404);
  await system.queue.drain();
  expect(receiver.received.length).toBe(sent);
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from webhook_deliveries where id = ${id} and is_replay`.execute(db);
  expect(rows).toEqual([{ n: 0 }]);
});
