import { afterAll, beforeAll, expect, it } from 'vitest';
import { createKey } from '../../src/domains/access/accounts/index.ts';
import { callTool } from '../harness/mcp-call.ts';
import { address, startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startSystem();
});
afterAll(() => system.stop());

const errorOf = (result: { content: { text: string }[] }) => JSON.parse(result.content[0]?.text ?? '{}').error;

it('follows a test clock and causes a test fault in the sandbox, and refuses both with a live key', async () => {
  const { accountId, key } = await system.account('test');
  const needs = { tx: system.database.db, clock: system.clock };
  const live = (await createKey(needs, { accountId, world: 'live', label: 'live' })).key;
  const { id: clock } = (await system.post('/sandbox/clocks', key, {})).body;
  const order = {
    products: [{ url: `${system.url}/shop/products/test-success`, quantity: 1 }],
    shipping_address: address,
    test_clock: clock,
  };
  const wanted = { ...order, max_price: 5000, test_fault: 'out_of_stock' };
  expect(errorOf(await callTool(system, live, 'place_order', wanted)).code).toBe('invalid_request');
  const bogus = await callTool(system, key, 'place_order', { ...wanted, test_fault: 'bogus' });
  expect(errorOf(bogus).code).toBe('invalid_request');
  const quote = await callTool(system, key, 'quote_order', order);
  expect(quote.isError, JSON.stringify(quote)).toBeUndefined();
  const { requestState } = await callTool(system, key, 'place_order', wanted);
  const inputResponses = { approval: { action: 'accept', content: { approve: true } } };
  const approve = (given: object) =>
    callTool(system, key, 'place_order', { ...given }, { requestState, inputResponses });
  // The approval is for this fault and this clock.
  expect(errorOf(await approve({ ...wanted, test_fault: 'price_rise' })).code).toBe('approval_invalid');
  const { structuredContent: placed } = await approve(wanted);
  expect(placed).toMatchObject({ test_clock: clock });
  await system.queue.drain();
  const { body } = await system.get(`/orders/${placed.id}`, key);
  expect(body).toMatchObject({ status: 'order_failed', job_result: { error_type: 'product_out_of_stock' } });
});
