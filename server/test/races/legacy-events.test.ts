import { afterAll, beforeAll, expect, it } from 'vitest';
import { purchaseProblems } from '../harness/checks.ts';
import { legacyClient, managed, selfManaged } from '../harness/legacy.ts';
import { startSystem, type TestSystem } from '../harness/system.ts';
import { startTestEndpoint, type TestEndpoint } from '../harness/test-endpoint.ts';

// Two workers on one database tell the events of many orders at once: each order's events still arrives in its order.

let system: TestSystem;
let other: TestSystem;
let receiver: TestEndpoint;
const env = { SANDBOX_TIME_SCALE: '0.02', WEBHOOK_ALLOW_PRIVATE: 'true' };
beforeAll(async () => {
  receiver = await startTestEndpoint();
  system = await startSystem({ env, withWorker: true });
  other = await startSystem({
    databaseUrl: system.databaseUrl,
    env: { ...env, PUBLIC_URL: system.url },
    withWorker: true,
  });
});
afterAll(async () => {
  await other.stop();
  await system.stop();
  await receiver.stop();
});

const events = ['request_succeeded', 'request_failed', 'tracking_obtained', 'tracking_updated', 'status_updated'];
const webhooksTo = (path: string) => Object.fromEntries(events.map((event) => [event, `${receiver.url}${path}`]));
const story = ['status_updated', 'request_succeeded', 'status_updated', 'tracking_obtained'];

it("tells each order's events in order, each once, and buys each order once", { timeout: 180_000 }, async () => {
  const client = legacyClient(system, (await system.account('test', 1_000_000_000)).key);
  const paths = Array.from({ length: 40 }, (_, index) => `/order-${index}`);
  await Promise.all(
    paths.map(async (path, index) => {
      const webhooks = webhooksTo(path);
      const made = await client.post('/v1/orders', index % 2 ? managed({ webhooks }) : selfManaged({ webhooks }));
      expect(made.status).toBe(200);
    }),
  );
  const isOver = () =>
    paths.every((path) => {
      const last = receiver.at(path).at(-1);
      return last?.event.startsWith('tracking') && JSON.parse(last.body).tracking[0].delivery_status === 'delivered';
    });
  const giveUpAt = Date.now() + 150_000;
  while (!isOver() && Date.now() < giveUpAt) await new Promise((resolve) => setTimeout(resolve, 200));
  for (const path of paths) {
    const told = receiver.at(path);
    expect(told.filter(({ event }) => event === 'request_failed').map(({ body }) => body)).toEqual([]);
    expect(told.slice(0, 4).map(({ event }) => event)).toEqual(story);
    expect(told.slice(4).filter(({ event }) => event !== 'tracking_updated')).toEqual([]);
    expect(new Set(told.map(({ id }) => id)).size).toBe(told.length);
  }
  expect(await purchaseProblems(system.database.db)).toEqual([]);
});
