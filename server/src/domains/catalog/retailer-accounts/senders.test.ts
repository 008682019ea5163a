import { describe, expect, it } from 'vitest';
import { forwardingConfirmation } from './forwarding.ts';
import { isFromProvider, isFromRetailer } from './senders.ts';

const domainsOf = (retailer: string | null) =>
  retailer === 'walmart' ? ['walmart.com'] : ['walmart.com', 'amazon.com'];

describe('a code', () => {
  it.each([
    ['no-reply@walmart.com', 'walmart', 'live', true],
    ['no-reply@mail.Walmart.com', 'walmart', 'live', true],
    ['no-reply@notwalmart.com', 'walmart', 'live', false],
    ['no-reply@walmart.com.evil.example', 'walmart', 'live', false],
    ['walmart.com@evil.example', 'walmart', 'live', false],
    ['no-reply@amazon.com', 'walmart', 'live', false],
    ['no-reply@amazon.com', null, 'live', true],
    ['someone@evil.example', null, 'live', false],
    ['', null, 'live', false],
    ['no-reply@walmart.sandbox.example', 'walmart', 'live', false],
    ['no-reply@walmart.sandbox.example', 'walmart', 'test', true],
    ['no-reply@evil.example', 'walmart', 'test', false],
    ['anyone@shop.example', null, 'test', true],
  ] as const)('from %j for %j (%s): %s', (from, retailer, world, isFit) => {
    expect(isFromRetailer(from, { retailer, world }, domainsOf)).toBe(isFit);
  });
});

describe('a request to confirm a forwarding', () => {
  it.each([
    ['forwarding-noreply@google.com', 'live', true],
    ['someone@gmail.com', 'live', false],
    ['someone@notgoogle.com', 'live', false],
    ['someone@evil.example', 'test', false],
  ] as const)('from %j (%s): %s', (from, world, isFit) => {
    expect(isFromProvider(from, { world, retailer: 'walmart' })).toBe(isFit);
  });

  const subject = 'Gmail Forwarding Confirmation';
  it.each([
    'https://www.google.com/url?q=https%3A%2F%2Fevil.example%2Fconfirm',
    'https://www.google.com/url?q=https://evil.example/confirm',
    'https://www.google.com/amp/s/evil.example/confirm',
    'https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fevil.example%2Fconfirm',
    'https://accounts.google.com/continue?continue=//evil.example/verify',
    'https://sites.google.com/view/confirm-forwarding',
    'https://user:confirm@mail.google.com.evil.example/verify',
  ])('shows no link that leads elsewhere: %s', (link) => {
    expect(forwardingConfirmation({ subject, text: `Please confirm: ${link}`, html: '' })).toBeNull();
  });

  it('shows the link of the provider itself', () => {
    const link = 'https://mail-settings.google.com/mail/vf-%5Babc%5D-def';
    expect(forwardingConfirmation({ subject, text: `Please confirm: ${link}`, html: '' })).toBe(link);
  });
});
