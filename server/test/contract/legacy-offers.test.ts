import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KnownOffer } from '../../src/connectors/simulator/catalog/offers.ts';
import type { Product } from '../../src/connectors/simulator/catalog/product.ts';
import { dashed, type LegacyClient, legacyClient, managed } from '../harness/legacy.ts';
import { loadStoreProducts } from '../harness/store-products.ts';
import { startSystem, type TestSystem } from '../harness/system.ts';

// Which offer is bought, for every criterion of the request: the store's books say which one it was.

let system: TestSystem;
let client: LegacyClient;
let amazon: Awaited<ReturnType<typeof loadStoreProducts>>;
beforeAll(async () => {
  system = await startSystem();
  client = legacyClient(system, (await system.account('test', 1_000_000_000)).key);
  amazon = await loadStoreProducts('amazon');
});
afterAll(() => system.stop());

type Test = (offer: KnownOffer) => boolean;

const isPrime: Test = (offer) => offer.marketplaceFulfilled || offer.seller.firstParty;
const isNew: Test = (offer) => offer.condition === 'New';
const isDefault: Test = (offer) => isPrime(offer) && isNew(offer) && offer.handlingDays.max <= 6;

const cheapest = (offers: KnownOffer[]): KnownOffer | undefined =>
  offers.filter((offer) => offer.available).toSorted((a, b) => a.price - b.price)[0];

async function order(product: Product, criteria: unknown, more: Record<string, unknown> = {}) {
  const line = { product_id: product.productId, quantity: 1 };
  const products = [criteria === undefined ? line : { ...line, seller_selection_criteria: criteria }];
  const settled = await client.orderAndSettle(
    managed({ retailer: 'amazon', products, max_price: 10_000_000, ...more }),
  );
  const [purchase] = await system.simulator.purchases(dashed(settled.requestId));
  return { body: settled.body, offerId: purchase?.contents.lines[0]?.offerId ?? null };
}

/** A product on which the criterion makes a difference: what it picks is not what would be picked without it. */
const telling = (fits: Test, otherwise: Test): Product =>
  amazon.find((_product, offers) => {
    const wanted = cheapest(offers.filter(fits));
    return wanted !== undefined && wanted.offerId !== cheapest(offers.filter(otherwise))?.offerId;
  });

const criteria: [string, Record<string, unknown>, Test][] = [
  ['prime: true', { prime: true }, (offer) => isNew(offer) && isPrime(offer)],
  ['prime: false', { prime: false }, (offer) => isNew(offer) && !isPrime(offer)],
  ['international: true', { international: true }, (offer) => isNew(offer) && offer.international],
  ['international: false', { international: false }, (offer) => isNew(offer) && !offer.international],
  ['first_party_seller: true', { first_party_seller: true }, (offer) => isNew(offer) && offer.seller.firstParty],
  ['first_party_seller: false', { first_party_seller: false }, (offer) => isNew(offer) && !offer.seller.firstParty],
  ['buy_box: true', { buy_box: true }, (offer) => isNew(offer) && offer.buyBox],
  ['buy_box: false', { buy_box: false }, (offer) => isNew(offer) && !offer.buyBox],
  ['handling_days_max', { handling_days_max: 2 }, (offer) => isNew(offer) && offer.handlingDays.max <= 2],
  ['min_seller_num_ratings', { min_seller_num_ratings: 5000 }, (o) => isNew(o) && o.seller.numRatings >= 5000],
  [
    'min_seller_percent_positive_feedback',
    { min_seller_percent_positive_feedback: 96.5 },
    (offer) => isNew(offer) && offer.seller.percentPositive >= 96.5,
  ],
  ['condition_in', { condition_in: ['Used - Good'] }, (offer) => offer.condition === 'UsedGood'],
  [
    'condition_in, several',
    { condition_in: ['Used - Like New', 'Used - Very Good'] },
    (offer) => ['UsedLikeNew', 'UsedVeryGood'].includes(offer.condition),
  ],
  [
    'condition_not_in',
    { condition_not_in: ['New', 'Used - Acceptable'] },
    (offer) => !['New', 'UsedAcceptable'].includes(offer.condition),
  ],
];

describe('seller_selection_criteria', () => {
  it('defaults to new things that the store ships within six days', async () => {
    const product = telling(isDefault, () => true);
    const { offerId } = await order(product, undefined);
    expect(offerId).toBe(cheapest(amazon.offers(product).filter(isDefault))!.offerId);
  });

  it.each(criteria)('%s', async (_name, wanted, fits) => {
    const product = telling(fits, () => true);
    const { offerId } = await order(product, wanted);
    expect(offerId).toBe(cheapest(amazon.offers(product).filter(fits))!.offerId);
  });

  it('merchant_id_in and merchant_id_not_in', async () => {
    const product = amazon.find((_product, offers) => new Set(offers.map((offer) => offer.seller.id)).size > 1);
    const offers = amazon.offers(product).filter(isNew);
    const { id } = cheapest(offers)!.seller;
    const others = amazon.offers(product).filter((offer) => isNew(offer) && offer.seller.id !== id);
    const chosen = await order(product, { merchant_id_in: [id] });
    expect(chosen.offerId).toBe(cheapest(offers)!.offerId);
    const without = await order(product, { merchant_id_not_in: [id] });
    expect(without.offerId).toBe(cheapest(others)?.offerId ?? null);
  });

  it('max_item_price', async () => {
    const product = amazon.find(() => true);
    const { price } = cheapest(amazon.offers(product).filter(isNew))!;
    expect((await order(product, { max_item_price: price })).body._type).toBe('order_response');
    expect((await order(product, { max_item_price: price - 1 })).body.code).toBe('product_unavailable');
  });

  it('addon: no product here is an add-on', async () => {
    const product = amazon.find(() => true);
    expect((await order(product, { addon: false })).body._type).toBe('order_response');
    expect((await order(product, { addon: true })).body.code).toBe('product_unavailable');
  });

  it('allow_oos', async () => {
    const products = (criteria: unknown) => [
      { product_id: 'test-out-of-stock', quantity: 1, seller_selection_criteria: criteria },
    ];
    const refused = await client.orderAndSettle(managed({ products: products({ allow_oos: false }) }));
    expect(refused.body.code).toBe('product_unavailable');
    const taken = await client.orderAndSettle(managed({ products: products({ allow_oos: true }) }));
    expect(taken.body._type).toBe('order_response');
  });

  it.each([
    [{ condition_in: ['Shiny'] }, 'products.0.seller_selection_criteria.condition_in.0'],
    [{ handling_days_max: -1 }, 'products.0.seller_selection_criteria.handling_days_max'],
    [{ prime: 'yes' }, 'products.0.seller_selection_criteria.prime'],
    [{ max_item_price: 1.5 }, 'products.0.seller_selection_criteria.max_item_price'],
  ])('refuses %j', async (wanted, path) => {
    const products = [{ product_id: 'test-success', quantity: 1, seller_selection_criteria: wanted }];
    const answer = await client.post('/v1/orders', managed({ products }));
    expect(answer.status).toBe(400);
    expect(answer.body.data.validator_errors).toContainEqual(expect.objectContaining({ path }));
  });
});

describe('offers of the whole order', () => {
  it('take_buybox_offers takes the one that the store shows', async () => {
    const product = telling((offer) => offer.buyBox, isDefault);
    const shown = amazon.offers(product).find((offer) => offer.buyBox)!;
    expect((await order(product, undefined)).offerId).not.toBe(shown.offerId);
    expect((await order(product, undefined, { take_buybox_offers: true })).offerId).toBe(shown.offerId);
  });

  it('mgd_prime_optout leaves out what is for members only', async () => {
    const isUsed: Test = (offer) => offer.condition !== 'New';
    const fits: Test = (offer) => isUsed(offer) && !offer.primeOnly;
    const product = telling(fits, isUsed);
    const wanted = { condition_not_in: ['New'] };
    const member = await order(product, wanted);
    expect(member.offerId).toBe(cheapest(amazon.offers(product).filter(isUsed))!.offerId);
    expect(member.body.account_status.prime).toBe(true);
    const { offerId, body } = await order(product, wanted, { mgd_prime_optout: true });
    expect(offerId).toBe(cheapest(amazon.offers(product).filter(fits))!.offerId);
    expect(body.account_status.prime).toBe(false);
  });

  it('force_offers_postal_code reads the offers for that postal code', async () => {
    const product = amazon.find((_product, offers) => offers.length === 1);
    const [offer] = amazon.offers(product);
    const days = offer!.handlingDays.max + Math.min(...offer!.shippingOptions.map((option) => option.deliveryDays.max));
    const near = await order(product, undefined, { max_delivery_days: days });
    expect(near.body._type).toBe('order_response');
    const far = await order(product, undefined, { max_delivery_days: days, force_offers_postal_code: '99501' });
    expect(far.body.code).toBe('max_delivery_days_exceeded');
  });
});
