import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { clearedCookie, cookieNameFor, sessionCookie, tokenIn } from './cookie.ts';

const secret = 'c2VjcmV0';
const name = cookieNameFor('http://127.0.0.1:8080');
const signed = (token: string, key = secret) =>
  encodeURIComponent(`${token}.${createHmac('sha256', key).update(token).digest('base64')}`);

describe('the session cookie', () => {
  it('is secure only with TLS', () => {
    expect(name).toBe('errand.session_token');
    expect(cookieNameFor('https://errand.example')).toBe('__Secure-errand.session_token');
    expect(clearedCookie('https://errand.example')).toBe(
      '__Secure-errand.session_token=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure',
    );
  });

  it('has a signed token for thirty days', () => {
    expect(sessionCookie('http://127.0.0.1:8080', 'abc', secret)).toBe(
      `${name}=${signed('abc')}; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax`,
    );
    expect(sessionCookie('https://errand.example', 'abc', secret)).toBe(
      `__Secure-${name}=${signed('abc')}; Max-Age=2592000; Path=/; HttpOnly; Secure; SameSite=Lax`,
    );
  });

  it('returns its token if the signature is ours', () => {
    expect(tokenIn(`${name}=${signed('abc')}`, name, secret)).toBe('abc');
    expect(tokenIn(`a=1;${name}=${signed('abc')} ; b`, name, secret)).toBe('abc');
  });

  it.each([
    '',
    name,
    `${name}=`,
    `${name}=abc`,
    `${name}=abc.`,
    `${name}=.${signed('')}`,
    `${name}=%`,
    `${name}=${signed('abc', 'another')}`,
    `${name}=${signed('abc').replace('abc', 'abd')}`,
    `${name}=${signed('abc').slice(0, -8)}`,
    `x${name}=${signed('abc')}`,
    `__Secure-${name}=${signed('abc')}`,
  ])('gives nothing for %j', (cookies) => {
    expect(tokenIn(cookies, name, secret)).toBeNull();
  });

  it('is read from the first of two cookies with the same name', () => {
    expect(tokenIn(`${name}=forged; ${name}=${signed('abc')}`, name, secret)).toBeNull();
  });
});
