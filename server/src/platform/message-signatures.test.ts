import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { expectLinear } from '../../test/harness/linear.ts';
import {
  contentDigest,
  type SigningKey,
  signRequest,
  signResponse,
  verifyRequest,
  verifyResponse,
} from './message-signatures.ts';

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
  it('is valid as sent, next to keys of unknown types', () => {
    expect(verifyRequest([{ kid: 'x', kty: 'RSA' }, jwk], signedRequest)).toMatchObject({ kind: 'good' });
    expect(signRequest(key, request, now)['signature-input']).toContain(
      '("@method" "@authority" "@path" "@query" "ucp-agent" "idempotency-key" "content-digest" "content-type")',
    );
  });

  it('is invalid if anything that was signed differs', () => {
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

  it('is invalid if it does not cover everything required', () => {
    const bare = { ...request, headers: {}, body: null };
    const fewer = signRequest(key, bare, now);
    expect(verifyRequest([jwk], { ...request, headers: { ...headers, ...fewer } })).toEqual({
      kind: 'bad',
      code: 'signature_invalid',
      reason: 'it does not cover ucp-agent',
    });
  });
});

describe('what is wrong with a signature', () => {
  it('has a code from the protocol', () => {
    const codeOf = (keys: unknown[], parts: Parameters<typeof verifyRequest>[1], at = now) => {
      const verdict = verifyRequest(keys, parts, at);
      return verdict.kind === 'bad' ? verdict.code : verdict.kind;
    };
    expect(codeOf([], signedRequest)).toBe('key_not_found');
    expect(codeOf([{ ...jwk, use: 'enc' }], signedRequest)).toBe('key_not_found');
    expect(codeOf([{ kid: 'store-1', kty: 'RSA' }], signedRequest)).toBe('algorithm_unsupported');
    expect(codeOf([jwk], { ...signedRequest, body: '{"a":2}' })).toBe('digest_mismatch');
    expect(codeOf([jwk], { ...signedRequest, method: 'PUT' })).toBe('signature_invalid');
  });

  it('includes neither a second digest nor a crawler signature beyond what the protocol needs', () => {
    const digests = `sha-512=:AAAA:, ${contentDigest(request.body)}`;
    const parts = { ...request, headers: { ...headers, 'content-digest': digests } };
    const agent = 'sig1="https://agent.example/.well-known/ucp";type=jwks_uri';
    const names = ['"@method"', '"@authority"', '"@path"', '"@query"', '"signature-agent";key="sig1"', '"ucp-agent"'];
    const covered = [...names, '"idempotency-key"', '"content-digest"', '"content-type"'].join(' ');
    const list = `(${covered});keyid="store-1";created=1788263990;expires=1788264001;tag="web-bot-auth"`;
    const lines = [
      '"@method": POST',
      '"@authority": shop.example',
      '"@path": /ucp/checkout-sessions',
      '"@query": ?x=1',
      '"signature-agent";key="sig1": "https://agent.example/.well-known/ucp";type=jwks_uri',
      `"ucp-agent": ${headers['ucp-agent']}`,
      '"idempotency-key": once-1',
      `"content-digest": ${digests}`,
      '"content-type": application/json',
      `"@signature-params": ${list}`,
    ].join('\n');
    const value = sign('sha256', Buffer.from(lines), { key: key.privateKey, dsaEncoding: 'ieee-p1363' });
    const whole = {
      ...parts,
      headers: {
        ...parts.headers,
        'signature-agent': agent,
        'signature-input': `sig1=${list}`,
        signature: `sig1=:${value.toString('base64')}:`,
      },
    };
    expect(verifyRequest([jwk], whole, now)).toMatchObject({ kind: 'good' });
    expect(verifyRequest([jwk], whole, new Date('2026-09-01T12:00:02Z'))).toMatchObject({ reason: 'it has expired' });
    const elsewhere = { ...whole, headers: { ...whole.headers, 'signature-agent': 'sig1="https://evil.example"' } };
    expect(verifyRequest([jwk], elsewhere, now)).toMatchObject({ kind: 'bad' });
  });

  it.each([
    ['sha-512', { kind: 'bad', reason: 'it does not cover content-digest' }],
    ['sha-256', { kind: 'good' }],
  ])('is that it covers another digest of the body than ours: %s', (member, verdict) => {
    const other = ':AAAA:';
    const digests = `sha-512=${other}, ${contentDigest(request.body)}`;
    const shown = member === 'sha-512' ? other : contentDigest(request.body).slice('sha-256='.length);
    const parts = { ...request, url: 'https://shop.example/ucp', headers: { ...headers, 'content-digest': digests } };
    const lines = [
      ['"@method"', 'POST'],
      ['"@authority"', 'shop.example'],
      ['"@path"', '/ucp'],
      ['"ucp-agent"', headers['ucp-agent']],
      ['"idempotency-key"', 'once-1'],
      [`"content-digest";key="${member}"`, shown],
      ['"content-type"', 'application/json'],
    ];
    const list = `(${lines.map(([name]) => name).join(' ')});created=1788263990;keyid="store-1"`;
    const base = [...lines, ['"@signature-params"', list]].map((line) => line.join(': ')).join('\n');
    const value = sign('sha256', Buffer.from(base), { key: key.privateKey, dsaEncoding: 'ieee-p1363' });
    const signature = { 'signature-input': `sig1=${list}`, signature: `sig1=:${value.toString('base64')}:` };
    const signed = { ...parts, headers: { ...parts.headers, ...signature } };
    expect(verifyRequest([jwk], signed, now)).toMatchObject(verdict);
  });
});

describe('the time of a signature', () => {
  const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
  const reasonOf = (parts: Parameters<typeof verifyRequest>[1], when: Date) => {
    const verdict = verifyRequest([jwk], parts, when);
    return verdict.kind === 'bad' ? verdict.reason : verdict.kind;
  };

  it('is at most five minutes ago, and at most a minute ahead', () => {
    expect([at(0), at(299), at(-59)].map((when) => reasonOf(signedRequest, when))).toEqual(['good', 'good', 'good']);
    expect(reasonOf(signedRequest, at(301))).toContain('too long ago');
    expect(reasonOf(signedRequest, at(-61))).toContain('in the future');
    // A store may repeat its first response to an idempotency key hours later.
    const answered = [at(0), at(86_000), at(-61)].map((when) => verifyResponse([jwk], signedResponse, when).kind);
    expect(answered).toEqual(['good', 'good', 'good']);
  });

  it('has to be there for a request, and may be left out of an answer', () => {
    const lines = (first: string, list: string) => Buffer.from(`${first}\n"@signature-params": ${list}`);
    const resigned = (first: string, list: string) => ({
      'signature-input': `sig1=${list}`,
      signature: `sig1=:${sign('sha256', lines(first, list), { key: key.privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64')}:`,
    });
    const bare = { method: 'GET', url: 'https://shop.example/x', body: null };
    const covered = '"@method": GET\n"@authority": shop.example\n"@path": /x';
    const asked = (times: string) => ({
      ...bare,
      headers: resigned(covered, `("@method" "@authority" "@path");keyid="store-1"${times}`),
    });
    const seconds = now.getTime() / 1000;
    expect(reasonOf(asked(`;created=${seconds}`), now)).toBe('good');
    expect(reasonOf(asked(''), now)).toContain('does not say when it was created');
    expect(reasonOf(asked(`;expires=${seconds + 60}`), now)).toContain('does not say when it was created');
    expect(reasonOf(asked(`;created=${seconds};expires=${seconds}`), now)).toBe('it has expired');
    expect(reasonOf(asked(';created=-1'), now)).toContain('not a time');
    expect(reasonOf(asked(`;created=${seconds};expires=soon`), now)).toBe('it has expired');
    const answer = { status: 204, body: null, headers: resigned('"@status": 204', '("@status");keyid="store-1"') };
    expect(verifyResponse([jwk], answer, now)).toMatchObject({ kind: 'good' });
    const expired = {
      ...answer,
      headers: resigned('"@status": 204', `("@status");keyid="store-1";expires=${seconds}`),
    };
    expect(verifyResponse([jwk], expired, now)).toMatchObject({ kind: 'bad', reason: 'it has expired' });
  });
});

it('a second valid form of an ECDSA signature has the same fingerprint', () => {
  const order = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551');
  const sent: Record<string, string> = signedRequest.headers;
  const value = Buffer.from(sent.signature!.slice('sig1=:'.length, -1), 'base64');
  const flipped = order - BigInt(`0x${value.subarray(32).toString('hex')}`);
  const other = Buffer.concat([value.subarray(0, 32), Buffer.from(flipped.toString(16).padStart(64, '0'), 'hex')]);
  const signature = `sig1=:${other.toString('base64')}:`;
  const [first, second] = [sent, { ...sent, signature }].map((headers) =>
    verifyRequest([jwk], { ...signedRequest, headers }, now),
  );
  expect(second).toEqual(first);
  expect(second).toMatchObject({ kind: 'good' });
});

describe('a signed answer', () => {
  it('is valid with its key only', () => {
    expect(verifyResponse([jwk], signedResponse)).toMatchObject({ kind: 'good' });
    expect(verifyResponse([makeKey('store-1').jwk], signedResponse)).toEqual({
      kind: 'bad',
      code: 'signature_invalid',
      reason: 'it does not match',
    });
    expect(verifyResponse([makeKey('other').jwk], signedResponse)).toMatchObject({ kind: 'bad' });
  });

  it('is invalid with another status or body, and unsigned without a signature', () => {
    expect(verifyResponse([jwk], { ...signedResponse, status: 201 })).toMatchObject({ kind: 'bad' });
    expect(verifyResponse([jwk], { ...signedResponse, body: '{"total":2}' })).toMatchObject({ kind: 'bad' });
    expect(verifyResponse([jwk], response)).toEqual({ kind: 'unsigned' });
    const broken = { ...signedResponse, headers: { ...signedResponse.headers, 'signature-input': 'nonsense' } };
    expect(verifyResponse([jwk], broken)).toMatchObject({ kind: 'bad', reason: 'it cannot be read' });
  });
});

describe('the signature headers of a stranger', () => {
  const hostile: Record<string, (length: number) => string> = {
    letters: (length) => 'a'.repeat(length),
    lists: (length) => 'a=()'.repeat(length / 4),
    'open lists': (length) => 'a=('.repeat(length / 3),
    parameters: (length) => `a=()${';a'.repeat(length / 2)}`,
    'open strings': (length) => `a=("${'\\"'.repeat(length / 2)}`,
    spaces: (length) => `a=(${' '.repeat(length)}`,
    'many signatures': (length) => Array.from({ length: length / 10 }, (_, place) => `a${place}=("x")`).join(', '),
  };
  it.each(Object.entries(hostile))('take linear time: %s', async (_name, make) => {
    const verify = (text: string) => {
      const fields = { 'signature-input': text, signature: text, 'signature-agent': text, 'content-digest': text };
      return verifyRequest([jwk], { ...request, headers: { ...headers, ...fields } }, now);
    };
    expect(verify(make(1000))).toMatchObject({ kind: 'bad' });
    await expectLinear(verify, make, 64_000);
  });

  it('name at most four signatures and 32 components', () => {
    const signed = signRequest(key, request, now);
    const withOthers = (count: number) => ({
      ...request,
      headers: {
        ...headers,
        ...signed,
        'signature-input': [
          ...Array.from({ length: count }, (_, place) => `x${place}=()`),
          signed['signature-input'],
        ].join(),
      },
    });
    expect(verifyRequest([jwk], withOthers(3), now)).toMatchObject({ kind: 'good' });
    expect(verifyRequest([jwk], withOthers(4), now)).toMatchObject({ kind: 'bad' });
    const wide = `sig1=(${'"@method" '.repeat(33).trim()});keyid="store-1"`;
    const parts = { ...request, headers: { ...headers, ...signed, 'signature-input': wide } };
    expect(verifyRequest([jwk], parts, now)).toMatchObject({ reason: 'it cannot be read' });
  });
});
