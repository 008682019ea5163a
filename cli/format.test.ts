import { expect, it } from 'vitest';
import { money } from './format.ts';

it.each([
  [123_456, 'USD', '$1,234.56'],
  [1999, 'EUR', '€19.99'],
  [1999, 'JPY', '¥1,999'],
  [-1500, 'USD', '-$15.00'],
])('prints %d of %s in its own format', (amount, currency, text) => {
  expect(money(amount, currency)).toBe(text);
});
