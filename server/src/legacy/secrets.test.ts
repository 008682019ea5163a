import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutSecrets } from './secrets.ts';

describe('withoutSecrets', () => {
  it('removes secrets at any depth, and every unlisted field of cards and credentials', () => {
    const request = {
      retailer: 'amazon',
      password: 'a',
      products: [{ product_id: '1', quantity: 1, number: 5 }],
      retailer_credentials: { email: 'e', password: 'a', totp_2fa_key: 'b', verification_code: 'c', region: 'us' },
      payment_method: { name_on_card: 'n', number: 'a', security_code: 'b', billing: { cvv: 'c', zip: '1' } },
      unknown: [{ deep: { security_code: 'x', kept: true } }],
      client_notes: { password: 'my own word' },
    };
    expect(withoutSecrets(request)).toEqual({
      retailer: 'amazon',
      products: [{ product_id: '1', quantity: 1, number: 5 }],
      retailer_credentials: { email: 'e' },
      payment_method: { name_on_card: 'n' },
      unknown: [{ deep: { kept: true } }],
      client_notes: { password: 'my own word' },
    });
    expect(request.payment_method.number).toBe('a');
  });

  it('leaves other requests unchanged', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('a', 'b', 'webhooks', 'products'), fc.jsonValue()), (request) => {
        expect(JSON.stringify(withoutSecrets(request))).toBe(JSON.stringify(request));
      }),
    );
  });
});
