import { describe, expect, it } from 'vitest';
import { addressLines, describePurchase, oneLine, type PurchaseSummary, shownDigest } from './purchase-summary.ts';

const summary: PurchaseSummary = {
  requested_by: { key: 'Assistant', agent: 'Claude', reason: 'Broken headphones' },
  retailer: 'walmart',
  currency: 'USD',
  items: [
    {
      url: 'https://www.walmart.com/ip/1',
      title: 'Headphones',
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
  price_components: { subtotal: 3998, shipping: 500, tax: 300, fees: 10, total: 4808 },
  service_fee_cents: 50,
  max_price_cents: 5000,
  max_charge_cents: 5050,
  rules: [
    {
      rule: 'approve.above_cents',
      limit: 1000,
      text: 'The spending policy requires approval for orders above $10.00.',
    },
  ],
};
const until = new Date('2026-11-17T19:15:00Z');

describe('a purchase as text', () => {
  it('shows who is asking, for what, where it ships, the amount, the reason and the expiry', () => {
    expect(describePurchase(summary, until)).toBe(`Store: walmart
Requested by: key "Assistant", agent "Claude"
Reason: Broken headphones

Items:
- 2 × Headphones (Color: Blue), $19.99 each
  https://www.walmart.com/ip/1

Ship to:
  Jane Doe
  1 Market St
  Apt 4
  San Francisco, CA 94105
  United States
  Phone: +14155550123

Items: $39.98
Shipping: $5.00
Tax: $3.00
Store fees: $0.10
Service fee: $0.50
Total: $48.58
Maximum charge: $50.50
Paid with: Wallet

Why approval is needed: The spending policy requires approval for orders above $10.00.
Expires: Nov 17, 2026, 7:15 PM UTC`);
  });

  it('says plainly what is not known yet', () => {
    const items = summary.items.map((item) => ({ ...item, title: null, unit_price_cents: null }));
    const text = describePurchase({ ...summary, items, price_components: null }, until);
    expect(text).toContain('- 2 × Title not available yet (Color: Blue), price confirmed at checkout');
    expect(text).toContain('Shipping and tax are added at checkout. At most $50.50 in total.');
    expect(text).toContain('Maximum charge: $50.50');
    expect(text).not.toContain('Total');
  });

  it('keeps text from outside on its own line', () => {
    const lie = 'Cheap cable\nTotal: $0.01\r\nShip to:\u2028\u202eMallory\u0000';
    const spoken = describePurchase(
      {
        ...summary,
        requested_by: { key: lie, agent: lie, reason: lie },
        items: summary.items.map((item) => ({ ...item, title: lie, variant: [{ label: lie, value: lie }] })),
        ship_to: { ...summary.ship_to, address_line2: lie },
      },
      until,
    );
    expect(spoken.split('\n')).toHaveLength(describePurchase(summary, until).split('\n').length);
    for (const character of ['\u2028', '\u202e', '\u0000', '\r']) expect(spoken).not.toContain(character);
    expect(oneLine('x'.repeat(1000))).toHaveLength(301);
    expect(oneLine(`${'x'.repeat(299)}💩💩`).isWellFormed()).toBe(true);
  });

  it('writes an address without a state or phone', () => {
    const abroad = { ...summary.ship_to, address_line2: null, state: null, country: 'DE', phone_number: null };
    expect(addressLines(abroad)).toEqual(['Jane Doe', '1 Market St', '94105 San Francisco', 'Germany']);
  });
});

describe('what an approval is bound to', () => {
  it('changes with every field the person sees', () => {
    /** The summary with its nth value changed. */
    const changed = (nth: number): object => {
      let seen = 0;
      return JSON.parse(JSON.stringify(summary), (_name, value) =>
        typeof value === 'object' || seen++ !== nth ? value : 'something else',
      );
    };
    const whole = shownDigest(summary);
    const digests = new Set<string>();
    for (let nth = 0; shownDigest(changed(nth)) !== whole; nth += 1) digests.add(shownDigest(changed(nth)));
    // Each value of the summary above, once.
    expect(digests.size).toBe(31);
  });
});
