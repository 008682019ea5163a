import { describe, expect, it } from 'vitest';
import {
  buildRedirectUrl,
  hashOf,
  isRedirectUri,
  isRegistered,
  isVerifierOf,
  redirectTargetOf,
  scopesFrom,
} from './model.ts';

describe('redirect URIs', () => {
  it.each([
    'https://app.example.com/callback',
    'http://127.0.0.1:9000/callback',
    'http://localhost/callback',
    'http://[::1]:7/',
    'com.example.app:/oauth2/callback',
    'com.example.my-app://callback',
  ])('%s', (address) => expect(isRedirectUri(address)).toBe(true));

  it.each([
    'http://app.example.com/callback',
    'http://127.0.0.1.example.com/',
    'https://user:secret@app.example.com/',
    'https://app.example.com/#here',
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'data:text/html,hello',
    'file:///etc/passwd',
    'evil://claude.ai/callback',
    'cursor://oauth/callback',
    'feed:https://app.example.com/',
    'filesystem:https://app.example.com/temporary/x',
    'ms-settings:privacy',
    'ws://127.0.0.1/',
    'ftp://app.example.com/',
    'view-source:https://app.example.com/',
    'intent://scan/#Intent;scheme=zxing;end',
    'com.:/x',
    '.com:/x',
    'not an address',
    'https://app.example.com/\ncallback',
    ' https://app.example.com/callback',
    'https://app.example.com/\u202ecallback',
    '/callback',
  ])('not %s', (address) => expect(isRedirectUri(address)).toBe(false));

  it('must be registered; on loopback, any port works', () => {
    const registered = ['https://app.example.com/callback', 'http://127.0.0.1/callback'];
    expect(isRegistered(registered, 'https://app.example.com/callback')).toBe(true);
    expect(isRegistered(registered, 'http://127.0.0.1:53682/callback')).toBe(true);
    for (const other of [
      'https://app.example.com/callback/more',
      'https://app.example.com/callback?next=evil',
      'https://app.example.com:444/callback',
      'https://evil.example.com/callback',
      'http://127.0.0.1:1/other',
      'http://localhost:1/callback',
    ]) {
      expect([other, isRegistered(registered, other)]).toEqual([other, false]);
    }
  });
});

it('is shown in full, and an app by its scheme, whatever host follows', () => {
  expect(redirectTargetOf('com.evil.app://claude.ai/callback')).toEqual({
    uri: 'com.evil.app://claude.ai/callback',
    host: 'com.evil.app:',
  });
  // Look-alike letters and bidirectional marks are shown encoded.
  expect(redirectTargetOf('https://сlaude.ai/\u202ex').uri).toBe('https://xn--laude-0ye.ai/%E2%80%AEx');
  expect(redirectTargetOf('com.evil.app://сlaude.ai/').uri).not.toContain('с');
});

it("applies today's rules to schemes registered earlier", () => {
  expect(isRegistered(['evil://claude.ai/callback'], 'evil://claude.ai/callback')).toBe(false);
});

it("accepts only the challenge's verifier", () => {
  const verifier = 'v'.repeat(43);
  const challenge = hashOf(verifier).toString('base64url');
  expect(isVerifierOf(challenge, verifier)).toBe(true);
  for (const other of ['w'.repeat(43), '', challenge, verifier.slice(1)])
    expect(isVerifierOf(challenge, other)).toBe(false);
});

it('grants requested scopes that can be granted', () => {
  expect(scopesFrom(undefined)).toEqual(['read', 'order']);
  expect(scopesFrom('read offline_access')).toEqual(['read']);
  expect(scopesFrom('manage')).toBeNull();
});

it('adds parameters and keeps the rest', () => {
  expect(buildRedirectUrl('https://a.example/x?y=1', { code: 'c&d', state: null })).toBe(
    'https://a.example/x?y=1&code=c%26d',
  );
});
