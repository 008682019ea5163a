import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { call, findQuery } from '../../../test/conformance/subject.ts';
import { createLossyClient } from '../../../test/harness/stores/client.ts';
import { liveStore, requestFor } from '../../../test/harness/stores/request.ts';
import { wooOwnerKey } from '../../../test/harness/stores/woo-rest.ts';
import { startWooStandIn, type WooStandIn, type WooStandInOptions } from '../../../test/harness/stores/woo-stand-in.ts';
import { hourMs, minuteMs, systemClock } from '../../kit/clock.ts';
import { findFirstFault } from '../../kit/find-first-fault.ts';
import { createLogger } from '../../platform/logger.ts';
import type { Checkout, FindQuery, PurchaseRequest } from '../contract.ts';
import { plainOptions } from '../options.ts';
import { woocommerce } from './index.ts';

const opened: WooStandIn[] = [];
afterEach(async () => {
  for (const shop of opened.splice(0)) await shop.stop();
});

async function open(options: WooStandInOptions = {}, credentials: Record<string, string> = wooOwnerKey) {
  const shop = await startWooStandIn(options);
  opened.push(shop);
  const client = createLossyClient();
  const connector = woocommerce.create(liveStore('woocommerce', shop.url, { payment: 'cod' }), {
    client,
    clock: systemClock,
    logger: createLogger({ level: 'silent' }),
    credentials: async () => credentials,
    credentialNames: Object.keys(credentials),
  });
  const ready = async (request: PurchaseRequest): Promise<Checkout> => {
    const prepared = await connector.prepare!(request, call());
    if (prepared.kind !== 'ready') throw new Error(JSON.stringify(prepared));
    return prepared.checkout;
  };
  const buy = async (request: PurchaseRequest) => {
    const outcome = await connector.submit!(await ready(request), request, call());
    if (outcome.kind !== 'placed') throw new Error(JSON.stringify(outcome));
    const [id] = outcome.purchase.merchantOrderIds;
    return { purchase: outcome.purchase, order: shop.orders.get(Number(id))! };
  };
  const find = (query: FindQuery) => connector.find!(query, call());
  return { shop, client, connector, ready, buy, find };
}

const beanie = (more: Partial<PurchaseRequest> = {}) => requestFor([{ productId: 'beanie', quantity: 2 }], more);
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

// What a restored copy of the database asks: it knows the order, and no cart.
const lost = (request: PurchaseRequest, more: Partial<FindQuery> = {}): FindQuery => ({
  ...findQuery(request),
  since: new Date(Date.now() - minuteMs),
  ...more,
});

describe('an order without a handle', () => {
  it.each<WooStandInOptions>([{}, { hasPlainAddresses: true }, { decimals: 4, taxPercent: 8.25 }])(
    'is found by our reference, %j',
    async (options) => {
      const { buy, find } = await open(options);
      const variant = [
        { label: 'Color', value: 'Red' },
        { label: 'Size', value: 'Large' },
      ];
      const request = requestFor(
        [
          { productId: 'beanie', quantity: 2 },
          { productId: 'hoodie', variant },
        ],
        {
          options: { ...plainOptions, instructions: 'Ring twice.\nReference: somebody-else' },
        },
      );
      const { purchase } = await buy(request);
      const { placedAt: _placedAt, lines, ...same } = purchase;
      const answer = await find(lost(request));
      expect(answer).toMatchObject({ kind: 'found', purchase: same });
      if (answer.kind !== 'found') return;
      expect(answer.matchedBy).toBeUndefined();
      expect(answer.purchase.lines.map(({ title: _title, ...line }) => line)).toEqual(lines);
      expect(Math.abs(answer.purchase.placedAt.getTime() - Date.now())).toBeLessThan(minuteMs);
    },
  );

  it('is found in a note even if the store removed its line breaks', async () => {
    const { buy, find } = await open();
    const request = beanie({ options: { ...plainOptions, instructions: 'Ring twice.' } });
    const { order } = await buy(request);
    order.note = `${order.note.replaceAll('\n', ' ')} `;
    expect(await find(lost(request))).toMatchObject({ kind: 'found' });
  });

  it('is absent if the store has only other orders, no matter how many', async () => {
    const { shop, buy, find } = await open();
    const { order } = await buy(beanie());
    expect(await find(lost(beanie()))).toEqual({ kind: 'absent' });
    const request = beanie();
    await buy(request);
    for (let id = 1000; id < 1250; id += 1) {
      shop.orders.set(id, { ...order, id, note: `Reference: ${randomUUID()}` });
    }
    expect(await find(lost(request))).toMatchObject({ kind: 'found' });
  });

  it('is found by our reference whatever the store’s clock says', async () => {
    const { buy, find } = await open();
    const request = beanie();
    const { order } = await buy(request);
    for (const off of [10 * minuteMs, 25 * hourMs, -25 * hourMs]) {
      order.createdAt = ago(off);
      expect(await find(lost(request)), `${off}`).toMatchObject({ kind: 'found' });
    }
  });

  it('is unsure where the store lost the note and its clock is wrong', async () => {
    const { buy, find } = await open();
    const request = beanie();
    const { order } = await buy(request);
    order.note = '';
    for (const off of [10 * minuteMs, 25 * hourMs, -25 * hourMs]) {
      order.createdAt = ago(off);
      expect(await find(lost(request)), `${off}`).toMatchObject({ kind: 'unsure' });
    }
    expect(await find(lost(request, { isTaken: async () => true }))).toEqual({ kind: 'absent' });
    order.createdAt = ago(27 * hourMs);
    expect(await find(lost(request))).toEqual({ kind: 'absent' });
  });

  it.each([
    ['processing', 'found'],
    ['on-hold', 'found'],
    ['completed', 'found'],
    ['packing', 'found'],
    ['refunded', 'found'],
    ['pending', 'unsure'],
    ['checkout-draft', 'unsure'],
    ['failed', 'absent'],
    ['cancelled', 'absent'],
  ])('that the store has as %s is %s', async (status, kind) => {
    const { buy, find } = await open();
    const request = beanie();
    const { order } = await buy(request);
    order.status = status;
    expect((await find(lost(request))).kind).toBe(kind);
  });

  it('is absent once a draft has been a draft for longer than the late window', async () => {
    const { buy, find } = await open();
    const request = beanie();
    const { order } = await buy(request);
    order.status = 'checkout-draft';
    order.modifiedAt = ago(14 * minuteMs);
    expect(await find(lost(request))).toMatchObject({ kind: 'unsure' });
    order.modifiedAt = ago(16 * minuteMs);
    expect(await find(lost(request))).toEqual({ kind: 'absent' });
  });

  it('is unsure where it was paid and canceled, or sold twice', async () => {
    const { buy, find } = await open();
    const request = beanie();
    const { order } = await buy(request);
    Object.assign(order, { status: 'cancelled', isPaid: true });
    expect(await find(lost(request))).toMatchObject({ kind: 'unsure' });
    order.status = 'processing';
    await buy(request);
    expect(await find(lost(request))).toMatchObject({ kind: 'unsure', message: expect.stringContaining('twice') });
  });

  it('is unsure where the store lost the note of an order that fits', async () => {
    const { buy, find } = await open();
    const request = beanie();
    const { order } = await buy(request);
    order.note = '';
    const id = String(order.id);
    expect(await find(lost(request))).toEqual({ kind: 'unsure', message: expect.stringContaining(id) });
    expect(await find(lost(request, { isTaken: async () => true }))).toEqual({ kind: 'absent' });
    expect(await find(lost(requestFor([{ productId: 'beanie' }])))).toEqual({ kind: 'absent' });
    order.billing = { ...order.billing, email: 'somebody@example.com' };
    expect(await find(lost(request))).toEqual({ kind: 'absent' });
  });

  it('is unsure where an order to our email address cannot be read', async () => {
    const { shop, buy, find } = await open();
    const request = beanie();
    const { order } = await buy(request);
    const show = (email: string) => {
      const headers = { 'X-WP-Total': '1', 'X-WP-TotalPages': '1' };
      shop.answerWith('/wc/v3/orders', 200, JSON.stringify([{ customer_note: '', billing: { email } }]), headers);
    };
    show(String(order.billing.email));
    expect(await find(lost(request))).toMatchObject({ kind: 'unsure' });
    show('somebody@example.com');
    expect(await find(lost(request))).toEqual({ kind: 'absent' });
  });

  it.each<[string, (note: string) => string, 'found' | 'unsure']>([
    ['cut off within our reference', (note) => note.slice(0, -9), 'unsure'],
    ['in capitals', (note) => note.toUpperCase(), 'found'],
    ['followed by more text', (note) => `${note} (via web)`, 'unsure'],
  ])('is never absent where the store shows its note %s', async (_name, change, kind) => {
    const { buy, find } = await open();
    const request = beanie();
    const { order } = await buy(request);
    order.note = change(order.note);
    expect(await find(lost(request))).toMatchObject({ kind });
  });

  it.each<[string, Record<string, string>]>([
    ['does not say how many orders there are', {}],
    ['says nothing about it', { 'X-WP-Total': '', 'X-WP-TotalPages': '' }],
    ['says that there are more', { 'X-WP-Total': '2', 'X-WP-TotalPages': '1' }],
  ])('is unsure where the list %s', async (_name, headers) => {
    const { shop, find } = await open();
    shop.answerWith('/wc/v3/orders', 200, '[]', headers);
    expect(await find(lost(beanie()))).toMatchObject({ kind: 'unsure' });
  });

  it('is unsure while the list cannot be read', async () => {
    const { shop, find } = await open();
    for (const [status, text] of [
      [200, '<!doctype html>'],
      [200, '{}'],
      [200, '[{"id":1}]'],
      [503, ''],
    ] as const) {
      shop.answerWith('/wc/v3/orders', status, text, { 'X-WP-Total': '0', 'X-WP-TotalPages': '1' });
      expect(await find(lost(beanie())), text).toMatchObject({ kind: 'unsure' });
    }
    const wrong = await open({}, { ...wooOwnerKey, consumer_secret: 'cs_wrong' });
    const answer = await wrong.find(lost(beanie()));
    expect(answer).toMatchObject({ kind: 'unsure', message: expect.stringContaining('cannot list resources') });
    await expect(wrong.connector.history!({ since: new Date(0), cursor: null }, call())).rejects.toThrow('list');
  });

  it('is unsure for good without a key', async () => {
    const { shop, connector, buy, find } = await open({}, {});
    const request = beanie();
    await buy(request);
    expect(await find(lost(request))).toMatchObject({ kind: 'unsure', isFinal: true });
    expect(connector.lookup).toBe('none');
    expect(connector.history).toBeUndefined();
    expect(shop.requests.some(({ headers }) => headers.authorization !== undefined)).toBe(false);
  });
});

it('resolves a lost response at a store without drafts if the owner provided a key', async () => {
  const { shop, client, connector, ready, find } = await open({ isStrict: true });
  const request = beanie();
  const checkout = await ready(request);
  client.loseCallWith(request.reference, 'after');
  expect(await connector.submit!(checkout, request, call())).toMatchObject({ kind: 'unknown' });
  const query = { ...lost(request), handle: checkout.handle };
  expect(await find(query)).toMatchObject({ kind: 'found', purchase: { price: checkout.price } });
  shop.orders.clear();
  expect(await find(query)).toMatchObject({ kind: 'unsure' });
});

it('lists what was sold, page by page', async () => {
  const { shop, connector, buy } = await open();
  const { order } = await buy(beanie());
  for (let id = 1000; id < 1120; id += 1) shop.orders.set(id, { ...order, id, note: `Reference: ${randomUUID()}` });
  for (const [id, note, status] of [
    [2000, 'Please hurry.', 'processing'],
    [2001, `Reference: ${randomUUID()}`, 'checkout-draft'],
    [2002, `Reference: ${randomUUID()}`, 'pending'],
  ] as const) {
    shop.orders.set(id, { ...order, id, note, status });
  }
  const since = new Date(Date.now() - minuteMs);
  const first = await connector.history!({ since, cursor: null }, call());
  expect(first.next).toBe('2');
  const second = await connector.history!({ since, cursor: first.next }, call());
  expect(second.next).toBeNull();
  const references = [...first.purchases, ...second.purchases].map(({ reference }) => reference);
  expect(new Set(references).size).toBe(121);
  expect(references).toHaveLength(121);
  expect(first.purchases[0]).toMatchObject({ retailer: 'real', total: 4948, merchantOrderIds: ['1119'] });
});

it('takes both halves of a key, or none', () => {
  expect(findFirstFault(woocommerce.credentials, {})).toBeNull();
  expect(findFirstFault(woocommerce.credentials, wooOwnerKey)).toBeNull();
  expect(findFirstFault(woocommerce.credentials, { consumer_key: 'ck_1' })).not.toBeNull();
  expect(findFirstFault(woocommerce.credentials, { consumer_secret: 'cs_1' })).not.toBeNull();
});
