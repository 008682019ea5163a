import { addCents, type Cents, toCents, zeroCents } from '../../../kit/money.ts';
import type { Condition, Offer } from '../../contract.ts';
import type { Product } from './product.ts';
import { createSeededRandom, type SeededRandom } from './seeded-random.ts';
import type { Store } from './store-products.ts';

export interface KnownOffer extends Offer {
  handlingDays: NonNullable<Offer['handlingDays']>;
  seller: Offer['seller'] & { numRatings: number; percentPositive: number };
  shippingOptions: KnownShippingOption[];
}
export type KnownShippingOption = Offer['shippingOptions'][number] & { deliveryDays: { min: number; max: number } };

/** Invented marketplace sellers. */
const sellerNames = [
  'Blue Heron Trading',
  'Cobalt Outlet',
  'Dockside Deals',
  'Everline Goods',
  'FirstLight Supply',
  'Greenway Direct',
  'Juniper Warehouse',
  'Kettle Street Shop',
  'Longfellow & Daughters',
  'Mesa Bargains',
] as const;

const internationalSellers = ['Shenzhen Brightpath', 'Osaka Select', 'Hanseatic Export', 'Milano Diretto'] as const;

const usedConditions: readonly { condition: Condition; percent: number }[] = [
  { condition: 'Refurbished', percent: 84 },
  { condition: 'UsedLikeNew', percent: 80 },
  { condition: 'UsedVeryGood', percent: 73 },
  { condition: 'UsedGood', percent: 65 },
  { condition: 'UsedAcceptable', percent: 54 },
];

/** A whole percentage of an amount, rounded down to a whole cent. */
export const percentOf = (amount: Cents, percent: number): Cents => toCents(Math.floor((amount * percent) / 100));

/**
 * All offers, the buy box first. The buy box is always new and fulfilled by the store, so a plain order gets it or a
 * cheaper one.
 */
export function offersOf(
  store: Store,
  product: Product,
  more: { add?: Cents; postalCode?: string } = {},
): KnownOffer[] {
  const roll = createSeededRandom(`offers ${product.retailer} ${product.productId}`);
  const price = addCents(product.price, more.add ?? zeroCents);
  const extraDays = extraShippingDays(more.postalCode);
  const offers = [firstOffer(store, product, price, roll)];
  if (store.profile.market !== 'own') offers.push(...createRivalOffers(store, product, price, roll));
  return offers.map((offer) => ({ ...offer, shippingOptions: delayShipping(offer.shippingOptions, extraDays) }));
}

function firstOffer(store: Store, product: Product, price: Cents, roll: SeededRandom): KnownOffer {
  const { brand, profile } = store;
  const isOwn = profile.market !== 'sellers';
  const quick = roll.below(3);
  return {
    offerId: `${product.productId}-1`,
    condition: 'New',
    price,
    currency: 'USD',
    available: product.stock > 0,
    buyBox: true,
    addon: false,
    international: false,
    marketplaceFulfilled: true,
    primeOnly: false,
    memberOnly: profile.membership === 'club',
    handlingDays: { min: 0, max: quick },
    seller: isOwn
      ? { id: brand.id, name: brand.displayName, numRatings: 250_000, percentPositive: 97, firstParty: true }
      : { ...createOutsideSeller(roll, sellerNames), firstParty: false },
    shippingOptions: shippingFor(product, roll),
  };
}

function createRivalOffers(store: Store, product: Product, price: Cents, roll: SeededRandom): KnownOffer[] {
  const conditions: { condition: Condition; percent: number }[] = [];
  for (let count = roll.below(3); count > 0; count -= 1) {
    conditions.push({ condition: 'New', percent: roll.between(94, 118) });
  }
  if (product.kind.traded) conditions.push(...usedConditions.filter(() => roll.chance(45)));
  return conditions.map(({ condition, percent }, index) => {
    const international = condition === 'New' && roll.chance(25);
    const fulfilled = !international && roll.chance(40);
    return {
      offerId: `${product.productId}-${index + 2}`,
      condition,
      price: percentOf(price, percent),
      currency: 'USD',
      available: product.stock > 0 && !roll.chance(8),
      buyBox: false,
      addon: price < 1000 && roll.chance(20),
      international,
      marketplaceFulfilled: fulfilled,
      primeOnly: store.profile.membership === 'prime' && fulfilled && roll.chance(30),
      memberOnly: false,
      handlingDays: international ? { min: 3, max: roll.between(6, 12) } : { min: 1, max: roll.between(2, 5) },
      seller: { ...createOutsideSeller(roll, international ? internationalSellers : sellerNames), firstParty: false },
      shippingOptions: international
        ? [{ name: 'International', price: toCents(roll.between(0, 12) * 100), deliveryDays: { min: 8, max: 21 } }]
        : shippingFor(product, roll),
    };
  });
}

function createOutsideSeller(roll: SeededRandom, names: readonly string[]): Omit<KnownOffer['seller'], 'firstParty'> {
  const name = roll.pick(names);
  const id = `S${name.replace(/[^A-Za-z]/g, '').toUpperCase()}`;
  return { id, name, numRatings: roll.between(12, 9000), percentPositive: roll.between(82, 100) };
}

function shippingFor(product: Product, roll: SeededRandom): KnownShippingOption[] {
  const heavy = product.grams > 10_000;
  const standard = product.freeShipping ? 0 : heavy ? roll.between(29, 79) * 100 : roll.pick([499, 599, 699]);
  const options = [{ name: 'Standard', price: toCents(standard), deliveryDays: { min: 3, max: heavy ? 9 : 5 } }];
  if (heavy) return options;
  return [
    ...options,
    { name: 'Expedited', price: toCents(roll.pick([999, 1199, 1299])), deliveryDays: { min: 2, max: 3 } },
    { name: 'Next Day', price: toCents(roll.pick([1999, 2499])), deliveryDays: { min: 1, max: 1 } },
  ];
}

/** Alaska, Hawaii and the islands (postal codes 995-999, 967, 968, 00) take longer. */
function extraShippingDays(postalCode: string | undefined): number {
  return postalCode && /^(99[5-9]|96[78]|00)/.test(postalCode) ? 3 : 0;
}

function delayShipping(options: KnownShippingOption[], days: number): KnownShippingOption[] {
  if (days === 0) return options;
  return options.map((option) => ({
    ...option,
    deliveryDays: { min: option.deliveryDays.min + days, max: option.deliveryDays.max + days },
  }));
}
