import { describe, expect, it } from 'vitest';
import { requestFor } from '../../test/stand-ins/simulator/bench.ts';
import { storeKinds } from './kinds.ts';
import { isAddressOf, isDomainOf, payerOf, storeKindNames } from './store.ts';
import { ucp } from './ucp/index.ts';

const store = { url: 'https://shop.example.com', also: ['http://127.0.0.1:3000'] };

describe('a store', () => {
  it('owns the addresses of its origins and no others', () => {
    for (const url of ['https://shop.example.com/products/1', 'http://127.0.0.1:3000/x']) {
      expect(isAddressOf(store, new URL(url)), url).toBe(true);
    }
    for (const url of ['https://example.com/', 'https://shop.example.com.evil.com/', 'http://127.0.0.1:3001/x']) {
      expect(isAddressOf(store, new URL(url)), url).toBe(false);
    }
    expect(['shop.example.com', '127.0.0.1', '127.0.0.1:3000', 'example.com'].map((d) => isDomainOf(store, d))).toEqual(
      [true, true, true, false],
    );
  });

  it('bills as configured, else the recipient', () => {
    const request = requestFor({ retailer: 'shop', productId: '1' });
    const billTo = { ...request.shippingAddress, city: 'Billing' };
    expect(payerOf({ billTo, contact: 'buy@example.com' }, request)).toEqual({ billTo, contact: 'buy@example.com' });
    expect(payerOf({ billTo: null, contact: null }, request)).toEqual({
      billTo: request.shippingAddress,
      contact: null,
    });
  });

  it('is of a kind that is listed once', () => {
    const kinds = [...storeKinds, ucp].map(({ kind }) => kind);
    expect(new Set(kinds).size).toBe(kinds.length);
    for (const kind of kinds) expect(storeKindNames).toContain(kind);
  });
});
