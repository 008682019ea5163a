import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTracking } from '../../src/domains/delivery/tracking/index.ts';
import { hourMs, plusMs } from '../../src/kit/clock.ts';
import { newId } from '../../src/kit/ids.ts';
import { diagnose } from '../../src/main/doctor.ts';
import { enqueue } from '../../src/platform/queue/index.ts';
import { agentOf } from '../harness/agent.ts';
import { ledgerProblems } from '../harness/checks.ts';
import { readContract } from '../harness/conforms.ts';
import { type OperatorClient, operatorEnv, personOn } from '../harness/operator.ts';
import { simulatedKind } from '../harness/store-kind.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

/** Two processes on one database: one with every part, one with none. */
let whole: TestSystem;
let core: TestSystem;
let operator: OperatorClient;
let orderId: string;
const store = { name: 'walmart', kind: 'browser', url: 'https://www.walmart.com', accounts: 'guest', payment: 'cash' };
const consent = { by: 'The merchant', on: '2026-08-21' };
const message = 'Stores of kind browser need the plugin browser, which PLUGINS does not include.';

const anyProduct = async () => {
  const call = { signal: new AbortController().signal };
  const found = await whole.stores.connectorOf('walmart')!.search!(
    'walmart',
    { query: 'headphones', page: 1, freeShipping: false },
    call,
  );
  return found.results.find((hit) => hit.available)!;
};
const countJobs = async (kind: string) =>
  (await sql<{ n: number }>`select count(*) as n from jobs where kind = ${kind}`.execute(core.database.db)).rows[0]!.n;

beforeAll(async () => {
  const { kind } = await simulatedKind(() => whole.database);
  whole = await startSystem({ env: operatorEnv, storeKinds: [{ ...kind, kind: 'browser' }] });
  const before = await personOn(whole, await readContract(whole));
  const added = await before.post('/operator/stores', { ...store, consent });
  if (added.status !== 201) throw new Error(added.text);
  const { key } = await whole.account('live');
  const hit = await anyProduct();
  const { body } = await whole.post('/orders', key, orderFor(hit.url, { max_price: 100_000 }));
  await whole.queue.drain();
  orderId = body.id;
  core = await startSystem({ databaseUrl: whole.databaseUrl, env: { ...operatorEnv, PLUGINS: 'none' } });
  operator = await personOn(core, await readContract(core));
}, 120_000);
afterAll(async () => {
  await core.stop();
  await whole.stop();
});

describe('a store whose kind is not loaded', { timeout: 120_000 }, () => {
  it('is listed as down, with the reason', async () => {
    const { body } = await operator.get('/operator/stores/walmart');
    expect(body).toMatchObject({ enabled: true, health: { status: 'down', last_failure: message } });
    expect((await operator.get('/operator/stores')).body.total).toBe(1);
    expect((await operator.get('/me')).body.plugins).toEqual([]);
  });

  it('sells nothing, and no order is taken for it', async () => {
    const { key } = await core.account('live');
    const { url } = await anyProduct();
    const answer = await core.post('/orders', key, orderFor(url, { max_price: 100_000 }));
    expect(answer.status, answer.text).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(core.registry.supports('live', 'walmart')).toBe(false);
  });

  it('never reports "not bought", and is asked again about purchases', async () => {
    expect((await whole.get(`/track/${orderId}`)).body.current_status).toBe('order_placed');
    const { connector } = core.registry.forRetailer('live', 'walmart')!;
    const call = { signal: new AbortController().signal };
    expect(await connector.find!({} as never, call)).toEqual({ kind: 'unsure', message });
    expect(await connector.fence!({} as never, call)).toEqual({ fenced: false });
    await startTracking(core.database, orderId, core.clock.now());
    await core.queue.drain();
    expect(await countJobs('tracking.follow')).toBe(1);
  });

  it('can be turned off and on, and not changed or added', async () => {
    const change = (body: unknown) => operator.call('/operator/stores/walmart', { method: 'PATCH', body });
    const refused = await change({ contact: 'x@example.com' });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain(message);
    expect((await operator.post('/operator/stores', { ...store, consent, name: 'second' })).status).toBe(422);
    expect((await change({ enabled: false })).body.health.status).toBe('off');
    expect((await change({ enabled: true })).body.health.status).toBe('down');
  });
});

describe('jobs of left-out parts', { timeout: 120_000 }, () => {
  it('are recorded by the core: refunds owed to an agent are paid once agent mode is loaded again', async () => {
    const order = orderFor(`${whole.url}/shop/products/test-success`);
    const paid = await agentOf(whole).pay('/agent/orders', order);
    expect(paid.status, paid.text).toBe(201);
    await core.queue.drain();
    const read = async () => (await core.get(`/orders/${paid.body.id}`, paid.headers.get('x-api-key')!)).body;
    expect(await read()).toMatchObject({ status: 'order_placed', payment: { refunds: [{ status: 'pending' }] } });
    expect(await countJobs('agent.refund')).toBe(1);
    await whole.queue.drain();
    expect(await read()).toMatchObject({ payment: { refunds: [{ status: 'completed' }] } });
    expect(await ledgerProblems(core.database.db)).toEqual([]);
  });

  it('wait for the part, and nobody is late with them', async () => {
    const runAt = plusMs(core.clock.now(), -hourMs);
    await enqueue(core.database.db, [
      { kind: 'agent.refund', payload: { refundId: newId() }, runAt },
      { kind: 'ucp.tell', payload: { orderId, event: 'x' }, runAt },
    ]);
    await core.queue.drain();
    expect([await countJobs('agent.refund'), await countJobs('ucp.tell')]).toEqual([1, 1]);
    await expect
      .poll(async () => (await core.get('/health')).body.details.queue, { timeout: 10_000 })
      .toMatchObject({ status: 'up' });
    const { findings } = await diagnose({ ...core, db: core.database.db });
    const { title } = findings.find(({ id }) => id === 'plugins_left_out')!;
    for (const part of ['browser, desk, agent, mcp, ucp', 'agent.refund', 'ucp.tell', 'store walmart'])
      expect(title).toContain(part);
    await whole.queue.drain();
    expect([await countJobs('agent.refund'), await countJobs('ucp.tell')]).toEqual([0, 0]);
  });
});
