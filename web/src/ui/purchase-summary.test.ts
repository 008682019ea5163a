import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { GetApprovalOutput } from '../../../sdk/src/index.ts';
import { PurchaseSummary } from './purchase-summary.tsx';

const approval: GetApprovalOutput = {
  id: '5b0e3f7a-6a51-4d0c-8f39-0c8f7f3d9e11',
  kind: 'policy',
  state: 'open',
  key: 'Office key',
  requested_by: { key: 'Office key', agent: 'Robo', reason: 'Broken headphones' },
  retailer: 'shop.example.com',
  currency: 'USD',
  items: [
    {
      url: 'https://shop.example.com/p/1',
      title: 'Wireless headphones',
      variant: [{ label: 'Color', value: 'Blue' }],
      quantity: 2,
      unit_price_cents: 1999,
    },
  ],
  ship_to: {
    first_name: 'Jane',
    last_name: 'Doe',
    address_line1: '1 Market St',
    address_line2: 'Apt 4',
    city: 'San Francisco',
    state: 'CA',
    postal_code: '94105',
    country: 'US',
    phone_number: '+14155550123',
  },
  price_components: { subtotal: 3998, shipping: 401, tax: 302, fees: 203, total: 4904, tax_included: false },
  service_fee_cents: 123,
  max_price: 5000,
  max_charge_cents: 5123,
  payment: { mode: 'card', payment_method: 'pm_1', card: 'Visa ending in 4242' },
  not_known_yet: null,
  rules: [{ rule: 'approve.above_cents', limit: 1000, text: 'Orders above $10.00 need approval.' }],
  order_id: null,
  url: 'http://127.0.0.1:8080/app/approvals/5b0e3f7a-6a51-4d0c-8f39-0c8f7f3d9e11',
  expires_at: '2026-08-21T10:15:00.000Z',
};

it('shows everything that a person must see before they approve', () => {
  const html = renderToStaticMarkup(createElement(PurchaseSummary, { approval, storeName: 'Example Shop' }));
  const text = html.replaceAll(/<[^<>]*>/g, ' ').replaceAll(/\s+/g, ' ');
  const seen = ['Office key', 'Robo', 'Broken headphones', 'Example Shop', '2 × Wireless headphones', 'Color: Blue'];
  const where = ['Jane Doe', '1 Market St', 'Apt 4', 'San Francisco, CA 94105', 'United States', '+14155550123'];
  const prices = ['$19.99', '$39.98', '$4.01', '$3.02', '$2.03', '$1.23', '$50.27', '$51.23'];
  const rest = ['Visa ending in 4242', 'Orders above $10.00 need approval.', 'Expires', 'Aug 21, 2026'];
  expect([...seen, ...where, ...prices, ...rest].filter((words) => !text.includes(words))).toEqual([]);
});
