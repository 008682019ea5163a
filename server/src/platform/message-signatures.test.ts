import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type SigningKey, signRequest, signResponse, verifyRequest, verifyResponse } from './message-signatures.ts';

function makeKey(kid: string): { key: SigningKey; jwk: Record<string, unknown> } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { key: { kid, privateKey }, jwk: { ...publicKey.export({ format: 'jwk' }), kid } };
}

const now = new Date('2026-09-01T12:00:00Z');
const { key, jwk } = makeKey('store-1');
const headers = {
  'content-type': 'application/json',
  'ucp-agent': 'profile="https://errand.example/ucp"',
  'idempotency-key': 'once-1',
};
const request = { method: 'POST', url: 'https://shop.example/ucp/checkout-sessions?x=1', headers, body: '{"a":1}' };
const signedRequest = { ...request, headers: { ...headers, ...signRequest(key, request, now) } };
const response = { status: 200, headers: { 'content-type': 'application/json' }, body: '{"total":1}' };
const signedResponse = { ...response, headers: { ...response.headers, ...signResponse(key, response, now) } };

describe('a signed request', () => {
  it('is good as it was sent, beside keys of kinds that are not understood', () => {
    expect(verifyRequest([{ kid: 'x', kty: 'RSA' }, jwk], signedRequest)).toEqual({ kind: 'good' });
    expect(signRequest(key, request, now)['signature-input']).toContain(
      '("@method" "@authority" "@path" "@query" "ucp-agent" "idempotency-key" "content-digest" "content-type")',
    );
  });

  it('is bad when anything that was signed is another', () => {
    const changed = [
      { ...signedRequest, method: 'PUT' },
      { ...signedRequest, url: 'https://evil.example/ucp/checkout-sessions?x=1' },
      { ...signedRequest, url: 'https://shop.example/ucp/other?x=1' },
      { ...signedRequest, url: 'https://shop.example/ucp/checkout-sessions?x=2' },
      { ...signedRequest, body: '{"a":2}' },
      ...['ucp-agent', 'idempotency-key', 'content-digest', 'content-type'].map((name) => ({
        ...signedRequest,
        headers: { ...signedRequest.headers, [name]: 'other' },
      })),
    ];
    for (const parts of changed) expect(verifyRequest([jwk], parts)).toMatchObject({ kind: 'bad' });
  });

  it('is bad when it leaves out what has to be covered', () => {
    const bare = { ...request, headers: {}, body: null };
    const fewer = signRequest(key, bare, now);
    expect(verifyRequest([jwk], { ...request, headers: { ...headers, ...fewer } })).toEqual({
      kind: 'bad',
      reason: 'it does not cover ucp-agent',
    });
  });
});

describe('a signed answer', () => {
  it('is good with its key alone', () => {
    expect(verifyResponse([jwk], signedResponse)).toEqual({ kind: 'good' });
    expect(verifyResponse([makeKey('store-1').jwk], signedResponse)).toEqual({
      kind: 'bad',
      reason: 'it is not right',
    });
    expect(verifyResponse([makeKey('other').jwk], signedResponse)).toMatchObject({ kind: 'bad' });
  });

  it('is bad with another status or body, and unsigned without a signature', () => {
    expect(verifyResponse([jwk], { ...signedResponse, status: 201 })).toMatchObject({ kind: 'bad' });
    expect(verifyResponse([jwk], { ...signedResponse, body: '{"total":2}' })).toMatchObject({ kind: 'bad' });
    expect(verifyResponse([jwk], response)).toEqual({ kind: 'unsigned' });
    const broken = { ...signedResponse, headers: { ...signedResponse.headers, 'signature-input': 'nonsense' } };
    expect(verifyResponse([jwk], broken)).toEqual({ kind: 'bad', reason: 'it cannot be read' });
  });
});
