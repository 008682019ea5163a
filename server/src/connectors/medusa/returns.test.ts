import { describe, expect, it } from 'vitest';
import { liveStore, requestFor } from '../../../test/harness/stores/request.ts';
import { systemClock } from '../../kit/clock.ts';
import { createLogger } from '../../platform/logger.ts';
import { recordOf } from '../cart-lines.ts';
import type { ReturnRequest } from '../contract.ts';
import type { StoreClient, StoreReply } from '../store-client.ts';
import { medusa } from './index.ts';

const call = () => ({ signal: AbortSignal.timeout(5000) });
const answered = (status: number, body: unknown): StoreReply => ({
  kind: 'answered',
  status,
  headers: {},
  text: JSON.stringify(body),
});
const lost: StoreReply = { kind: 'unreachable', message: 'The connection was cut.', wasSent: true };
const tooMany = answered(400, { type: 'invalid_data', message: 'Cannot request to return more items.' });

/** A shop that answers as a real one did, with one order of two mugs. */
function shop({
  made = answered(200, { return: { id: 'return_1' } }),
  asked = 0,
  ways = [{ id: 'so_back', amount: 0 }],
}) {
  const posted: unknown[] = [];
  const client: StoreClient = {
    async send({ method, url, json }) {
      const path = String(url);
      if (path.includes('/store/shipping-options')) return answered(200, { shipping_options: ways });
      if (method === 'POST') {
        posted.push(json);
        return made;
      }
      const detail = { return_requested_quantity: asked, return_received_quantity: 0 };
      return answered(200, { order: { items: [{ id: 'ordli_1', variant_id: 'variant_mug', detail }] } });
    },
  };
  const store = liveStore('medusa', 'https://shop.example', { settings: { publishable_key: 'pk_1' } });
  const logger = createLogger({ level: 'silent' });
  const connector = medusa.create(store, { client, clock: systemClock, logger, credentials: async () => ({}) });
  return { connector, posted };
}

function wanted(quantity = 1, note?: string | null): ReturnRequest {
  const request = requestFor([{ productId: 'mug', quantity: 2 }]);
  const { lineId } = request.lines[0]!;
  const kept = JSON.stringify({ cartId: 'cart_1', wanted: [{ lineId, variantId: 'variant_mug', quantity: 2 }] });
  const purchase = recordOf(request, { merchantOrderIds: ['order_1'], note: note === undefined ? kept : note });
  const more = { reason: 'damaged', methodCode: null, explanation: null, returnAddress: null };
  const alone = { askedAt: null, approvedAt: null, others: [] };
  return { reference: 'return-1', purchase, lines: [{ lineId, quantity }], ...alone, ...more };
}

describe('a return at a Medusa store', () => {
  it('uses the cheapest return option, with the store’s own names', async () => {
    const { connector, posted } = shop({
      ways: [
        { id: 'so_dear', amount: 5 },
        { id: 'so_back', amount: 0 },
      ],
    });
    expect(await connector.requestReturn!(wanted(), call())).toMatchObject({
      kind: 'approved',
      merchantReturnId: 'return_1',
    });
    expect(posted).toMatchObject([
      { order_id: 'order_1', items: [{ id: 'ordli_1', quantity: 1 }], return_shipping: { option_id: 'so_back' } },
    ]);
  });

  it('is denied with the store’s message, unless an earlier request succeeded', async () => {
    expect(await shop({ made: tooMany }).connector.requestReturn!(wanted(2), call())).toMatchObject({
      kind: 'denied',
      message: expect.stringContaining('more items'),
    });
    expect(await shop({ made: tooMany, asked: 2 }).connector.requestReturn!(wanted(2), call())).toMatchObject({
      kind: 'approved',
    });
  });

  it('whose answer was lost is open until the order shows it', async () => {
    expect(await shop({ made: lost }).connector.requestReturn!(wanted(), call())).toMatchObject({ kind: 'open' });
    expect(await shop({}).connector.checkReturn!(wanted(), call())).toMatchObject({ kind: 'open' });
    expect(await shop({ asked: 1 }).connector.checkReturn!(wanted(), call())).toMatchObject({ kind: 'approved' });
  });

  it('that may have been heard before is looked for, and asked for again only once it would show', async () => {
    const minutesAgo = (count: number) => new Date(Date.now() - count * 60_000);
    const again = (minutes: number) => ({ ...wanted(), askedAt: minutesAgo(minutes) });
    const heard = shop({ asked: 1 });
    expect(await heard.connector.requestReturn!(again(0), call())).toMatchObject({ kind: 'approved' });
    expect(heard.posted).toEqual([]);

    const unheard = shop({});
    expect(await unheard.connector.requestReturn!(again(5), call())).toMatchObject({ kind: 'unreachable' });
    expect(unheard.posted).toEqual([]);
    expect(await unheard.connector.requestReturn!(again(15), call())).toMatchObject({ kind: 'approved' });
    expect(unheard.posted).toHaveLength(1);
  });

  it('is not mistaken for another order with the same items', async () => {
    const first = wanted();
    const second = { ...wanted(), purchase: first.purchase, lines: first.lines, others: first.lines };
    expect(await shop({ asked: 1 }).connector.checkReturn!(second, call())).toMatchObject({ kind: 'open' });
    expect(await shop({ asked: 2 }).connector.checkReturn!(second, call())).toMatchObject({ kind: 'approved' });
    const other = shop({ asked: 1 });
    const late = { ...second, askedAt: new Date(Date.now() - 15 * 60_000) };
    expect(await other.connector.requestReturn!(late, call())).toMatchObject({ merchantReturnId: 'return_1' });
    expect(other.posted).toHaveLength(1);
  });

  it('is left to people if the store offers no returns, or the purchase is too old', async () => {
    const without = shop({ ways: [] });
    expect(await without.connector.requestReturn!(wanted(), call())).toMatchObject({ kind: 'open' });
    expect(await shop({}).connector.requestReturn!(wanted(1, null), call())).toMatchObject({ kind: 'open' });
    expect(without.posted).toEqual([]);
  });
});
