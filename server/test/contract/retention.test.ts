import { afterAll, beforeAll, expect, it } from 'vitest';
import { dayMs, minuteMs, systemClock } from '../../src/kit/clock.ts';
import { startHousekeeping } from '../../src/main/housekeeping.ts';
import { type Contract, readContract } from '../harness/conforms.ts';
import { fakeClock } from '../harness/fake-clock.ts';
import { returnFor } from '../harness/returns.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

const clock = { ...fakeClock(), sleep: systemClock.sleep };
let system: TestSystem;
let contract: Contract;
beforeAll(async () => {
  system = await startSystem({ clock });
  contract = await readContract(system);
});
afterAll(() => system.stop());

async function passAndSweep(ms: number): Promise<void> {
  clock.advance(ms);
  await startHousekeeping({ database: system.database, clock });
  await system.queue.drain();
}

it('keeps an answer for 24 hours, that of an order with its order, and events for 30 days', async () => {
  const { key } = await system.account('test');
  const body = orderFor(`${system.url}/shop/products/test-success`);
  const order = () => contract.post('/orders', key, body, { 'idempotency-key': 'an order' });
  const { id } = (await order()).body;
  await system.queue.drain();
  const { items } = (await contract.get(`/orders/${id}`, key)).body;
  const wanted = returnFor(id, items[0].id);
  const sendReturn = () => contract.post('/returns', key, wanted, { 'idempotency-key': 'a return' });
  const first = (await sendReturn()).body.id;
  const eventTypes = async () =>
    new Set((await contract.get('/events', key)).body.events.map(({ type }: { type: string }) => type));

  await passAndSweep(dayMs - minuteMs);
  const again = await sendReturn();
  expect([again.body.id, again.headers.get('idempotent-replayed')]).toEqual([first, 'true']);

  await passAndSweep(29 * dayMs);
  expect(await eventTypes()).toContain('order.created');
  expect((await sendReturn()).body.error.code).toBe('return_not_allowed');
  await passAndSweep(2 * minuteMs);
  expect(await eventTypes()).not.toContain('order.created');
  const repeated = await order();
  expect([repeated.body.id, repeated.headers.get('idempotent-replayed')]).toEqual([id, 'true']);
});
