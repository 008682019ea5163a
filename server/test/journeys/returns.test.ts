import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ledgerProblems } from '../harness/checks.ts';
import { canReadLabels, readLabel } from '../harness/read-label.ts';
import { returnFor } from '../harness/returns.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startSystem({ withWorker: true });
});
afterAll(() => system.stop());

// biome-ignore lint/suspicious/noExplicitAny: answers of any shape are waited for.
async function until(path: string, key: string, isThere: (body: any) => boolean): Promise<any> {
  for (const end = performance.now() + 30_000; performance.now() < end; ) {
    const { body } = await system.get(path, key);
    if (isThere(body)) return body;
    await pause(50);
  }
  throw new Error(`${path} did not come to that.`);
}

describe('from an order to its return', () => {
  it('an empty box is refunded in full, and the ledgers match', async () => {
    const key = await system.mint();
    const orderBody = orderFor(`${system.url}/shop/products/test-success`);
    const { body: accepted } = await system.post('/orders', key, orderBody);
    const order = await until(`/orders/${accepted.id}`, key, (body) => body.items[0].status === 'delivered');
    const charged = order.job_result.price_components.total;
    expect((await system.get('/wallet', key)).body.balance_cents).toBe(1_000_000 - charged);
    const asked = returnFor(order.id, order.items[0].id, { reason: 'empty_box', notes: 'There was only air.' });
    const { body: returned } = await system.post('/returns', key, asked);
    const credited = await until(`/returns/${returned.id}`, key, (body) => body.status !== 'open');
    expect(credited).toMatchObject({ status: 'credited', label_urls: [] });
    expect((await system.get('/wallet', key)).body).toMatchObject({ balance_cents: 1_000_000, held_cents: 0 });
    const { body: money } = await system.get('/wallet/transactions?limit=1', key);
    expect(money.transactions).toMatchObject([{ type: 'credit', amount_cents: charged, return_id: returned.id }]);
    const { body: timeline } = await system.get(`/orders/${order.id}/timeline`, key);
    const types = timeline.milestones.map((milestone: { type: string }) => milestone.type);
    expect(types.slice(-2)).toEqual(['return_requested', 'return_resolved']);
    expect(await ledgerProblems(system.database.db)).toEqual([]);
  });

  it.skipIf(!canReadLabels)('a thing of the wrong size goes back with a label', async () => {
    const key = await system.mint();
    const { body: accepted } = await system.post('/orders', key, orderFor(`${system.url}/shop/products/test-success`));
    const order = await until(`/orders/${accepted.id}`, key, (body) => body.items[0].status === 'delivered');
    const asked = returnFor(order.id, order.items[0].id, { reason: 'wrong_size' });
    const { body: returned } = await system.post('/returns', key, asked);
    const approved = await until(`/returns/${returned.id}`, key, (body) => body.status !== 'open');
    expect(approved).toMatchObject({ status: 'approved', merchant_return_id: expect.stringMatching(/^RMA-/) });
    const pdf = await fetch(approved.label_urls[0]);
    const label = await readLabel(new Uint8Array(await pdf.arrayBuffer()));
    expect(label.codes.map((code) => code.format).sort()).toEqual(['Code128', 'QRCode']);
    expect((await system.post('/returns', key, asked)).status).toBe(409);
  });
});
