import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCents } from '../kit/money.ts';
import { chooseOffer, meetsSelection, reasonForNoOffer } from './choose-offer.ts';
import { conditions, type Offer, type SellerSelection } from './contract.ts';

const plain = { takeBuyBoxOffers: false, primeOptOut: false };

const cents = (max: number) => fc.integer({ min: 1, max }).map(toCents);

const anOffer: fc.Arbitrary<Offer> = fc.record({
  offerId: fc.uuid(),
  condition: fc.constantFrom(...conditions),
  price: cents(5000),
  currency: fc.constant('USD'),
  available: fc.boolean(),
  buyBox: fc.boolean(),
  addon: fc.boolean(),
  international: fc.boolean(),
  marketplaceFulfilled: fc.boolean(),
  primeOnly: fc.boolean(),
  memberOnly: fc.boolean(),
  handlingDays: fc.record({ min: fc.integer({ min: 0, max: 3 }), max: fc.integer({ min: 3, max: 12 }) }),
  seller: fc.record({
    id: fc.constantFrom('A', 'B', 'C'),
    name: fc.string(),
    numRatings: fc.integer({ min: 0, max: 100 }),
    percentPositive: fc.integer({ min: 0, max: 100 }),
    firstParty: fc.boolean(),
  }),
  shippingOptions: fc.constant([]),
});

const aSelection: fc.Arbitrary<SellerSelection> = fc.record(
  {
    addon: fc.boolean(),
    buyBox: fc.boolean(),
    firstPartySeller: fc.boolean(),
    international: fc.boolean(),
    prime: fc.boolean(),
    allowOutOfStock: fc.boolean(),
    conditionIn: fc.subarray([...conditions]),
    conditionNotIn: fc.subarray([...conditions]),
    merchantIdIn: fc.subarray(['A', 'B', 'C']),
    merchantIdNotIn: fc.subarray(['A', 'B', 'C']),
    handlingDaysMax: fc.integer({ min: 1, max: 12 }),
    maxItemPrice: cents(5000),
    minSellerNumRatings: fc.integer({ min: 0, max: 100 }),
    minSellerPercentPositiveFeedback: fc.integer({ min: 0, max: 100 }),
  },
  { requiredKeys: [] },
);

describe('choosing an offer', () => {
  it('takes the cheapest of those that satisfy every criterion, and nothing else', () => {
    fc.assert(
      fc.property(fc.array(anOffer, { maxLength: 12 }), aSelection, (offers, selection) => {
        const fitting = offers.filter((offer) => meetsSelection(offer, selection));
        const chosen = chooseOffer(offers, selection, plain);
        if (chosen) {
          expect(fitting).toContain(chosen);
          expect(chosen.price).toBe(Math.min(...fitting.map((offer) => offer.price)));
        } else {
          expect(fitting).toEqual([]);
        }
      }),
    );
  });

  it('applies every criterion to the offer it chooses', () => {
    fc.assert(
      fc.property(fc.array(anOffer, { minLength: 1, maxLength: 12 }), aSelection, (offers, selection) => {
        const chosen = chooseOffer(offers, selection, plain);
        if (!chosen) return;
        const wanted = selection.conditionIn?.length ? selection.conditionIn : ['New'];
        expect(wanted).toContain(chosen.condition);
        expect(selection.conditionNotIn ?? []).not.toContain(chosen.condition);
        if (selection.merchantIdIn?.length) expect(selection.merchantIdIn).toContain(chosen.seller.id);
        expect(selection.merchantIdNotIn ?? []).not.toContain(chosen.seller.id);
        expect(chosen.price).toBeLessThanOrEqual(selection.maxItemPrice ?? Number.POSITIVE_INFINITY);
        expect(chosen.handlingDays!.max).toBeLessThanOrEqual(selection.handlingDaysMax ?? Number.POSITIVE_INFINITY);
        expect(chosen.available || selection.allowOutOfStock).toBe(true);
        if (selection.international !== undefined) expect(chosen.international).toBe(selection.international);
      }),
    );
  });

  it('finds no better offer when a criterion is added', () => {
    fc.assert(
      fc.property(fc.array(anOffer, { maxLength: 12 }), aSelection, cents(5000), (offers, selection, maxItemPrice) => {
        const { maxItemPrice: _dropped, ...loose } = selection;
        const free = chooseOffer(offers, loose, plain);
        const strict = chooseOffer(offers, { ...loose, maxItemPrice }, plain);
        if (strict) expect(strict.price).toBeGreaterThanOrEqual(free!.price);
      }),
    );
  });

  it('takes the shown offer when that is asked for, and leaves members their own', () => {
    const [offer] = fc.sample(anOffer, { numRuns: 1, seed: 1 }) as [Offer];
    const base: Offer = { ...offer, condition: 'New', available: true, primeOnly: false, buyBox: false };
    const shown: Offer = { ...base, offerId: 'shown', price: toCents(2000), buyBox: true };
    const cheaper: Offer = { ...base, offerId: 'cheaper', price: toCents(1000), primeOnly: true };
    expect(chooseOffer([shown, cheaper], {}, plain)).toBe(cheaper);
    expect(chooseOffer([shown, cheaper], {}, { ...plain, takeBuyBoxOffers: true })).toBe(shown);
    expect(chooseOffer([shown, cheaper], {}, { ...plain, primeOptOut: true })).toBe(shown);
  });

  it('says why there is nothing', () => {
    const [offer] = fc.sample(anOffer, { numRuns: 1, seed: 1 }) as [Offer];
    const fresh: Offer = { ...offer, condition: 'New', available: true, handlingDays: { min: 1, max: 5 } };
    expect(reasonForNoOffer([{ ...fresh, available: false }], {}, plain)).toBe('product_out_of_stock');
    expect(reasonForNoOffer([fresh], { handlingDaysMax: 2 }, plain)).toBe('handling_days_exceeded');
    expect(reasonForNoOffer([fresh], { conditionIn: ['UsedGood'] }, plain)).toBe('product_unavailable');
  });
});
