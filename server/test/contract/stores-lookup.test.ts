import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { woocommerce } from '../../src/connectors/woocommerce/index.ts';
import { readContract } from '../harness/conforms.ts';
import { type OperatorClient, operatorEnv, personOn } from '../harness/operator.ts';
import { wooOwnerKey } from '../harness/stores/woo-rest.ts';
import { startWooStandIn, type WooStandIn } from '../harness/stores/woo-stand-in.ts';
import { startSystem, type TestSystem } from '../harness/system.ts';

let shop: WooStandIn;
let system: TestSystem;
let operator: OperatorClient;
beforeAll(async () => {
  shop = await startWooStandIn();
  system = await startSystem({ env: { ...operatorEnv, STORES_ALLOW_PRIVATE: 'true' }, storeKinds: [woocommerce] });
  operator = await personOn(system, await readContract(system));
});
afterAll(async () => {
  await system.stop();
  await shop.stop();
});

describe('checking a store', () => {
  it('says whether its orders can be looked up after a restore, and tries the key', async () => {
    const consent = { by: 'The merchant', on: '2026-08-21' };
    const contact = 'buyer@example.com';
    const store = {
      name: 'woo',
      kind: 'woocommerce',
      url: shop.url,
      payment: 'cod',
      accounts: 'guest',
      consent,
      contact,
    };
    expect((await operator.post('/operator/stores', store)).status).toBe(201);
    const lookup = async () => {
      const { body } = await operator.post('/operator/stores/woo/check', { query: 'beanie' });
      const { abilities } = (await operator.get('/operator/stores/woo')).body;
      const step = body.steps.find(({ step }: { step: string }) => step === 'lookup');
      return { ok: body.ok, status: step.status, message: step.message, lists: abilities.includes('history') };
    };
    expect(await lookup()).toMatchObject({ ok: true, status: 'skipped', lists: false });

    const give = (credentials: Record<string, string>) =>
      operator.call('/operator/stores/woo', { method: 'PATCH', body: { credentials } });
    expect((await give({ consumer_key: 'ck_alone' })).status).toBe(422);
    expect((await give(wooOwnerKey)).body.credentials).toEqual(['consumer_key', 'consumer_secret']);
    expect(await lookup()).toMatchObject({
      ok: true,
      status: 'ok',
      message: 'After a database restore, purchases are found by their reference.',
      lists: true,
    });

    await give({ ...wooOwnerKey, consumer_secret: 'cs_wrong' });
    expect(await lookup()).toMatchObject({
      ok: false,
      status: 'failed',
      message: expect.stringContaining('cannot list resources'),
    });
    expect(shop.sold()).toEqual([]);
  });

  it('counts a store that answers outside its protocol as failing', async () => {
    const health = async () => (await operator.get('/operator/stores/woo')).body.health;
    const { failures } = await health();
    shop.answerWith('/store/v1/cart');
    const { body } = await operator.post('/operator/stores/woo/check', { query: 'beanie' });
    shop.answerWith(null);
    expect(body.steps.find(({ step }: { step: string }) => step === 'cart')).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('checkout_failed'),
    });
    await expect.poll(async () => (await health()).last_failure).toContain('not from a WooCommerce store');
    expect((await health()).failures).toBe(failures + 1);
    expect(shop.sold()).toEqual([]);
  });
});
