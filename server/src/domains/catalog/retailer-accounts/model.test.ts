import { describe, expect, it } from 'vitest';
import {
  fitsRetailer,
  hasMask,
  maskConfig,
  maskedValue,
  serviceQueueOf,
  serviceQueueParts,
  unmaskConfig,
} from './model.ts';

describe('the configuration of a retailer', () => {
  it.each([
    'password',
    'Password2',
    'api_key',
    'apiToken',
    'client_secret',
    'PIN',
    'card_pin',
    'cvv',
    'otp_seed',
    'sessionCookie',
    'security_answer',
    'Authorization',
  ])('masks %s', (key) => {
    expect(maskConfig({ [key]: 'x' })).toEqual({ [key]: maskedValue });
  });

  it('masks whole branches, deep ones too, and leaves the rest', () => {
    const config = { region: 'eu', list: [{ secrets: { a: 1 }, n: 2 }], token: null, pass: '', spinner: 'on' };
    expect(maskConfig(config)).toEqual({
      region: 'eu',
      list: [{ secrets: maskedValue, n: 2 }],
      token: null,
      pass: '',
      spinner: 'on',
    });
  });

  it('puts the stored value back where the mask comes back', () => {
    const stored = { token: 'real', inner: { key: { a: 1 } }, region: 'eu' };
    const shown = maskConfig(stored);
    expect(hasMask(shown)).toBe(true);
    expect(unmaskConfig(shown, stored)).toEqual(stored);
    expect(unmaskConfig({ token: 'new', region: 'us' }, stored)).toEqual({ token: 'new', region: 'us' });
  });
});

describe('queues', () => {
  it('tells accounts and the service’s own apart', () => {
    expect(serviceQueueParts(serviceQueueOf('live', 'shop.example.com'))).toEqual({
      world: 'live',
      retailer: 'shop.example.com',
    });
    expect(serviceQueueParts('0b9c1c5e-6d0f-4c1b-9f43-2f6f4b7f1a52')).toBeNull();
  });

  it('lets default credentials fit every retailer', () => {
    expect([fitsRetailer(null, 'target'), fitsRetailer('target', 'target'), fitsRetailer('walmart', 'target')]).toEqual(
      [true, true, false],
    );
  });
});
