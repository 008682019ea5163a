import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hit } from '../../../../test/stand-ins/scripted-store.ts';
import { toCents } from '../../../kit/money.ts';
import { rankHits } from './rank.ts';

const usCentsOf = ({ price }: { price: number }) => price;
const anyPrice = { range: { min: 0, max: Number.MAX_SAFE_INTEGER }, usCentsOf };
const titles = (hits: { retailer: string; title: string }[]) =>
  hits.map(({ retailer, title }) => `${retailer}: ${title}`);

describe('ranking', () => {
  it('puts what fits the words best first, then the lowest price', () => {
    const priced = (retailer: string, title: string, cents: number) => hit(retailer, title, { price: toCents(cents) });
    const walmart = [priced('walmart', 'USB cable black', 900), priced('walmart', 'USB hub', 100)];
    const target = [priced('target', 'Lamp', 50), priced('target', 'USB-C Cables white', 700)];
    const bestbuy = [priced('bestbuy', 'USB charger with cable', 600), priced('bestbuy', 'USB cable red', 800)];
    expect(titles(rankHits([walmart, target, bestbuy], 'a usb cable', anyPrice, 50))).toEqual([
      'target: USB-C Cables white',
      'bestbuy: USB cable red',
      'walmart: USB cable black',
      'bestbuy: USB charger with cable',
      'walmart: USB hub',
      'target: Lamp',
    ]);
  });

  it('at the same price, prefers many good reviews to one perfect one', () => {
    const stores = [
      [hit('a', 'Kettle', { stars: 5, numReviews: 1 })],
      [hit('b', 'Kettle', { stars: 4.6, numReviews: 900 })],
      [hit('c', 'Kettle', { price: toCents(800) })],
      [hit('e', 'Kettle', { stars: 1.5, numReviews: 40 })],
    ];
    expect(rankHits(stores, 'kettle', anyPrice, 50).map(({ retailer }) => retailer)).toEqual(['c', 'b', 'a', 'e']);
  });

  it('reads words without accents and looks at the brand too', () => {
    const [first] = rankHits([[hit('a', 'Tea'), hit('a', 'Coffee', { brand: 'Nescafé' })]], 'nescafe', anyPrice, 50);
    expect(first?.title).toBe('Coffee');
  });

  it('leaves out what is sold out, listed twice, or outside of the price range', () => {
    const one = hit('a', 'One', { price: toCents(500) });
    const stores = [
      [one, hit('a', 'Gone', { available: false }), hit('a', 'Dear', { price: toCents(1001) })],
      [
        { ...one, retailer: 'b' },
        hit('b', 'Cheap', { price: toCents(499) }),
        hit('b', 'Edge', { price: toCents(1000) }),
      ],
    ];
    expect(titles(rankHits(stores, 'x', { ...anyPrice, range: { min: 500, max: 1000 } }, 50))).toEqual([
      'a: One',
      'b: Edge',
    ]);
  });

  it('takes the best of a long list', () => {
    const long = Array.from({ length: 80 }, (_, index) => hit('a', `Thing ${index}`));
    expect(rankHits([long], 'thing', anyPrice, 50)).toEqual(long.slice(0, 50));
  });

  it('does not depend on the order in which stores answered', () => {
    const answers = fc.array(
      fc.array(
        fc.record({
          title: fc.constantFrom('usb cable', 'usb hub', 'cable', 'lamp'),
          price: fc.integer({ min: 1, max: 3 }).map(toCents),
        }),
        { maxLength: 4 },
      ),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(answers, (stores) => {
        const given = stores.map((hits, store) =>
          hits.map(({ title, price }, place) =>
            hit(`s${store}`, title, { price, url: `https://s${store}.com/${place}` }),
          ),
        );
        expect(rankHits(given.toReversed(), 'usb cable', anyPrice, 50)).toEqual(
          rankHits(given, 'usb cable', anyPrice, 50),
        );
      }),
    );
  });
});
