import { describe, expect, it } from 'vitest';
import { isNextPath, isUsableAddress } from './model.ts';

describe('addresses that can sign in', () => {
  it.each(['jane@example.com', 'Jane.Doe+x@mail.example.co', "o'hara@example.com", 'a_-@1.example'])('%s', (email) => {
    expect(isUsableAddress(email)).toBe(true);
  });

  it.each(['a!b@c.example', 'a%b@c.example', "jane'@example.com", 'a@b.c', 'a@b.12', 'a@b.c0m'])('not %s', (email) => {
    expect(isUsableAddress(email)).toBe(false);
  });
});

describe('where a sign-in may lead', () => {
  it.each([
    '/app',
    '/app/',
    '/app/orders/0b9c1c5e-6d0f-4c1b-9f43-2f6f4b7f1a52',
    '/claim/aB9_-',
    '/app/orders?status=pending&q=a%20b',
    '/app?',
  ])('%s', (path) => {
    expect(isNextPath(path)).toBe(true);
    expect(new URL(path, 'https://errand.example').host).toBe('errand.example');
  });

  it.each([
    '',
    '/',
    'app',
    '/auth/magic-link/verify?token=abc',
    '/application',
    '/claim',
    '/claim/a/b',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '/%2Fevil.example',
    '/app//evil.example',
    '/app/../x',
    '/.evil',
    '/@evil.example',
    '/:80',
    '/app#x',
    '/app?x=//evil.example',
    '/app?x=\\',
    '/a b',
    '/app\n',
    '\n/app',
    '/app\u0000',
    '/äpp',
    'https://evil.example',
    'javascript:alert(1)',
    `/${'x'.repeat(200)}`,
  ])('not %j', (path) => {
    expect(isNextPath(path)).toBe(false);
  });
});
