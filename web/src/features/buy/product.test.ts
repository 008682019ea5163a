import { describe, expect, it } from 'vitest';
import { checkoutPath, readChoice } from './choice.ts';
import { isSold, readOffers, readProduct, suggestedMaximum, variantOf } from './product.ts';

const shirt = readProduct({
  title: 'Shirt',
  price: 4100,
  variant_groups: [
    { label: 'Size', values: ['S', 'M'], required: true },
    { label: 'Color', values: ['White', 'Black'] },
  ],
  variants: [
    variant('S', 'White', true),
    variant('S', 'Black', false),
    variant('M', 'White', false),
    variant('M', 'Black', true, 4500),
  ],
});

function variant(size: string, color: string, available: boolean, price = 4100) {
  const variant_specifics = [
    { dimension: 'Size', value: size },
    { dimension: 'Color', value: color },
  ];
  return { variant_specifics, available, price };
}

describe('choosing a variant', () => {
  it('finds the variant with every choice', () => {
    expect(variantOf(shirt, { Size: 'M' })).toBeNull();
    expect(variantOf(shirt, { Size: 'M', Color: 'Black' })).toMatchObject({ price: 4500, available: true });
  });

  it('knows which values are available', () => {
    expect(isSold(shirt, {}, 'Size', 'M')).toBe(true);
    expect(isSold(shirt, { Color: 'White' }, 'Size', 'M')).toBe(false);
    expect(isSold(shirt, { Size: 'S' }, 'Color', 'White')).toBe(true);
  });
});

describe('what retailers send', () => {
  it.each([null, 7, 'x', [], {}, { variants: 'no', images: [7], offers: {}, price: 'free' }])(
    '%j breaks nothing',
    (payload) => {
      expect(readProduct(payload)).toMatchObject({ title: 'Untitled product', price: null, image: null, variants: [] });
      expect(readOffers(payload)).toEqual([]);
    },
  );

  it('is read as far as it exists', () => {
    const [offer] = readOffers({
      offers: [{ price: 900, condition: 'UsedGood', shipping_options: [{ price: 999 }, { price: 0, name: 'Slow' }] }],
    });
    expect(offer).toMatchObject({ price: 900, condition: 'UsedGood', shipping: { name: 'Slow', price: 0 } });
  });
});

it('suggests a maximum in whole dollars that leaves room for tax', () => {
  expect(suggestedMaximum(4100, 1, 599)).toBe(5200);
  expect(suggestedMaximum(1000, 3, 0)).toBe(3300);
  expect(suggestedMaximum(1, 1, 0)).toBe(100);
});

it('keeps a choice in the URL', () => {
  const choice = {
    url: 'https://www.ebay.com/itm/1?a=b&c=d',
    retailer: 'ebay',
    productId: '1',
    quantity: 3,
    condition: 'UsedGood',
    variant: [{ label: 'Size', value: '10=11 & up' }],
  };
  const params = new URL(checkoutPath(choice), 'http://localhost').searchParams;
  expect(readChoice(params)).toEqual(choice);
  expect(readChoice(new URLSearchParams('quantity=-4'))).toMatchObject({ quantity: 1, url: '', variant: [] });
});
