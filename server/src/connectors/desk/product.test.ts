import { expect, it } from 'vitest';
import { configuredBrands } from '../../../test/stand-ins/simulator/bench.ts';
import { createDesk, readScope } from './index.ts';

const brands = configuredBrands();
const lamp = (offer: object) =>
  `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', '@type': 'Product', name: 'Lamp', offers: { '@type': 'Offer', ...offer } })}</script>`;

/** A desk, and the pages that it fetched. */
function deskShowing(page: string, currency = 'USD') {
  const fetched: string[] = [];
  const outgoing = {
    get: async (url: string) => {
      fetched.push(url);
      return { kind: 'answered' as const, status: 200, text: page, location: null };
    },
  };
  const scope = readScope(['amazon']);
  return { desk: createDesk({ world: 'live', currency, scope, brands, outgoing, allowPrivate: false }), fetched };
}

const ref = { retailer: 'amazon', productId: 'B08N5WRWNW' };
const call = { signal: new AbortController().signal };

it("shows a product and the retailer's offer by its own ID", async () => {
  const { desk, fetched } = deskShowing(lamp({ price: '24.90', priceCurrency: 'USD' }));
  const product = await desk.product?.(ref, call);
  expect(product).toMatchObject({ kind: 'found', payload: { product_id: 'B08N5WRWNW', title: 'Lamp', price: 2490 } });
  const offers = await desk.offers?.(ref, {}, call);
  expect(offers).toMatchObject({
    kind: 'found',
    offers: [{ price: 2490, currency: 'USD', condition: 'New', buyBox: true, seller: { id: 'amazon' } }],
    payload: { product_id: 'B08N5WRWNW', offers: [{ price: 2490 }] },
  });
  expect(fetched).toEqual(Array(2).fill('https://www.amazon.com/dp/B08N5WRWNW'));
});

it('has no offer if the page shows no price in dollars, and makes no request for an invalid ID', async () => {
  const { desk, fetched } = deskShowing(lamp({ price: '24.90', priceCurrency: 'EUR' }));
  expect(await desk.offers?.(ref, {}, call)).toMatchObject({ kind: 'found', offers: [] });
  expect(await desk.offers?.({ ...ref, productId: 'nonsense' }, {}, call)).toMatchObject({ kind: 'missing' });
  expect(fetched).toHaveLength(1);
});

it('shows prices in the currency of its retailers', async () => {
  const yen = lamp({ price: '2490', priceCurrency: 'JPY' });
  const { desk } = deskShowing(yen, 'JPY');
  expect(desk.currency).toBe('JPY');
  expect(await desk.offers?.(ref, {}, call)).toMatchObject({ offers: [{ price: 2490, currency: 'JPY' }] });
  expect(await deskShowing(yen, 'EUR').desk.offers?.(ref, {}, call)).toMatchObject({ offers: [] });
  // Without a currency on the page nobody knows how many decimals there are.
  const unnamed = lamp({ price: '24.90' });
  expect(await deskShowing(unnamed, 'JPY').desk.product?.(ref, call)).toMatchObject({ payload: { price: null } });
  expect(await deskShowing(unnamed, 'EUR').desk.product?.(ref, call)).toMatchObject({ payload: { price: 2490 } });
});
