import { describe, expect, it } from 'vitest';
import { namedProducts, nameOfUrl, orderName } from './products.ts';

describe('the name of a product page', () => {
  it.each([
    ['https://www.homedepot.com/p/Wilder-Sons-20V-Drill/358607311', 'Wilder Sons 20V Drill'],
    ['https://www.costco.com/Foldable-Travel-Headphones.product.100879521.html', 'Foldable Travel Headphones'],
    ['https://www.amazon.com/dp/B0OLQTH1Q7', 'amazon.com B0OLQTH1Q7'],
    ['http://127.0.0.1:8080/shop/products/test-slow', 'Test slow'],
    ['https://shop.example.com/100%-wool-socks', '100% wool socks'],
    ['javascript:alert(1)', 'javascript:alert(1)'],
    ['', 'Untitled product'],
  ])('%s', (url, name) => expect(nameOfUrl(url)).toBe(name));
});

describe('the name of an order', () => {
  const items = [{ url: 'https://shop.example.com/p/blue-mug', quantity: 1 }];

  it('is the title in its metadata, without bidirectional control characters', () => {
    expect(orderName({ metadata: { product_title: 'A \u202Egum' }, items })).toBe('A gum');
    expect(orderName({ metadata: { product_title: 7 }, items })).toBe('Blue mug');
    expect(orderName({ metadata: {}, items: [...items, ...items] })).toBe('Blue mug and 1 more');
  });

  it('is the title of the order, else that of the store', () => {
    const order = { metadata: { product_title: 'Written', product_image: 'https://img.example.com/a.png' }, items };
    const known = [{ title: 'Blue mug, 0.3 l', image: null }];
    expect(namedProducts(order, known)).toEqual([{ title: 'Written', image: 'https://img.example.com/a.png' }]);
    expect(namedProducts({ ...order, metadata: {} }, known)).toEqual([{ title: 'Blue mug, 0.3 l', image: null }]);
    const two = { ...order, items: [...items, ...items] };
    expect(namedProducts(two, [{ title: null, image: null }])).toEqual([
      { title: 'Blue mug', image: null },
      { title: 'Blue mug', image: null },
    ]);
  });
});
