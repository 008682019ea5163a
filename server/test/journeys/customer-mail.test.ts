import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeClock } from '../harness/fake-clock.ts';
import { mailsTo } from '../harness/person.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
const clock = fakeClock();
beforeAll(async () => {
  system = await startSystem({ clock, withLive: true });
});
afterAll(() => system.stop());

/** Orders something real, lets everything happen, and says what the recipient was mailed, oldest first. */
async function mailsAbout(world: 'test' | 'live', email: string) {
  const { key } = await system.account(world, 1_000_000);
  const orderBody = orderFor(`${system.url}/shop/products/test-success`, { customer_notifications: { email } });
  const { body: order } = await system.post('/orders', key, orderBody);
  for (let round = 0; round < 20; round += 1) {
    await system.queue.drain();
    clock.advance(1000);
  }
  expect((await system.get(`/orders/${order.id}`, key)).body.status).toBe('order_placed');
  return { order, mails: (await mailsTo(system, email)).toReversed() };
}

describe('customer_notifications', () => {
  it('report an order’s status, each stage once, without its items', async () => {
    const { order, mails } = await mailsAbout('live', 'recipient@example.com');
    const subjects = mails.map((mail) => mail.subject);
    expect(new Set(subjects).size).toBe(subjects.length);
    expect(subjects.at(-1)).toBe('Your package was delivered');
    for (const { text } of mails) {
      expect(text).toContain(`${system.url}/track/${order.id}`);
      expect(text).not.toMatch(/jane|doe|market st|\$/i);
    }
  });

  it('email nobody about a sandbox order', async () => {
    expect((await mailsAbout('test', 'stranger@example.com')).mails).toEqual([]);
  });
});
