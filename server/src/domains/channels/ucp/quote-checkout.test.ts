import { expect, it } from 'vitest';
import { estimateReserve } from './quote-checkout.ts';

const lines = [{ id: 'line-1', itemId: 'https://shop.example/p', quantity: 2, title: 'Mug', unitPrice: 1000 }];

it.each([
  [null, { currency: 'USD', fees: 500 + 1000, total: 3500 }],
  // 10 USD at these rates.
  [
    { currency: 'EUR', rate: '0.92', markupBps: 0 },
    { currency: 'EUR', fees: 500 + 920, total: 3420 },
  ],
  [
    { currency: 'JPY', rate: '155.1', markupBps: 0 },
    { currency: 'JPY', fees: 500 + 1551, total: 4051 },
  ],
  [
    { currency: 'KWD', rate: '0.307', markupBps: 0 },
    { currency: 'KWD', fees: 500 + 3070, total: 5570 },
  ],
])('reserves a quarter and 10 US dollars in the currency of the store: %j', (rate, reserved) => {
  expect(estimateReserve(lines, rate)).toMatchObject({ subtotal: 2000, ...reserved });
});
