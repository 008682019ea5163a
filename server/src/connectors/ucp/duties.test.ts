import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, openTestBench } from '../../../test/stand-ins/ucp/bench.ts';
import type { Faults } from '../../../test/stand-ins/ucp/state.ts';
import type { Connector } from '../contract.ts';

// What the protocol wants of a buyer, in its own words, one by one. The stories behind them are in
// hostile-store.test.ts and linking.test.ts.

let bench: Awaited<ReturnType<typeof openTestBench>>;
beforeAll(async () => {
  bench = await openTestBench();
});
afterAll(() => bench.shop.close());

async function buy(faults: Partial<Faults> = {}) {
  bench.shop.behave(faults);
  const connector = bench.connect();
  const request = bench.order(2);
  const prepared = await connector.prepare!(request, call());
  return prepared.kind === 'ready' ? connector.submit!(prepared.checkout, request, call()) : prepared;
}

const seen = () => bench.shop.state.seen;
const completed = () => bench.shop.seen('complete_checkout');

async function expectNotCompleted(faults: Partial<Faults>) {
  const before = bench.shop.sold().length;
  expect((await buy(faults)).kind).not.toBe('placed');
  expect(completed()).toEqual([]);
  expect(bench.shop.sold()).toHaveLength(before);
}

const verifier = 'v'.repeat(43);
const begin = (connector: Connector) =>
  connector.linking!.begin(
    {
      redirectUri: 'https://errand.example/back',
      state: 'state-of-this-link',
      challenge: createHash('sha256').update(verifier).digest('base64url'),
      session: null,
    },
    call(),
  );

async function linkWith(iss: string) {
  bench.shop.behave({ oauth: 'sound' });
  const connector = bench.connect();
  const begun = await begin(connector);
  if (begun.kind !== 'begun') throw new Error(begun.message);
  const code = bench.shop.agree(begun.url).get('code')!;
  const ending = { pending: begun.pending, redirectUri: 'https://errand.example/back', code, iss, verifier };
  return { connector, begun, linked: await connector.linking!.finish({ ...ending, session: null }, call()) };
}

const duties: [string, () => Promise<void>][] = [
  [
    'names itself by a profile on every request',
    async () => {
      expect((await buy()).kind).toBe('placed');
      for (const { headers } of seen()) expect(headers['ucp-agent']).toMatch(/^profile="https:\/\//);
    },
  ],
  ['verifies the signature of the store and rejects a bad one', () => expectNotCompleted({ signature: 'wrong' })],
  [
    'signs method, authority, path, content-digest, idempotency-key and ucp-agent',
    async () => {
      await buy();
      const covered = completed()[0]?.headers['signature-input'] ?? '';
      for (const part of ['@method', '@authority', '@path', 'content-digest', 'idempotency-key', 'ucp-agent']) {
        expect(covered).toContain(`"${part}"`);
      }
    },
  ],
  ['never completes when totals do not add up', () => expectNotCompleted({ totals: 'too low' })],
  [
    'uses only instruments that the store lists',
    () => expectNotCompleted({ handlers: [{ name: 'com.other.pay', id: 'other', types: null }] }),
  ],
  [
    'omits fields that are the store’s',
    async () => {
      await buy();
      const told = seen().filter(({ operation }) => /^(create|update)_checkout$/.test(operation));
      expect(told.length).toBeGreaterThan(1);
      for (const { body } of told) {
        for (const field of ['status', 'totals', 'messages', 'links', 'continue_url', 'order']) {
          expect(body).not.toHaveProperty(field);
        }
      }
    },
  ],
  [
    'sends payment only with complete',
    async () => {
      await buy();
      for (const { operation, body } of seen()) {
        expect(JSON.stringify(body).includes('tok_1'), operation).toBe(operation === 'complete_checkout');
      }
    },
  ],
  [
    'follows the continue_url of the escalation, never one that was baked in before',
    async () => {
      const outcome = await buy({ escalates: 'at first' });
      if (outcome.kind !== 'needs') throw new Error(outcome.kind);
      const session = [...bench.shop.state.sessions.values()].at(-1)!;
      expect(outcome.question.url).toBe(`${bench.shop.origin}/continue/${session.id}/${session.reads}`);
      // Created, and read once: no answer after that one.
      expect(session.reads).toBe(2);
    },
  ],
  [
    'pages by has_next_page',
    async () => {
      bench.shop.behave();
      const connector = bench.connect();
      const page = (number: number) =>
        connector.search!('real', { query: 'paper cup', page: number, freeShipping: false }, call());
      expect([(await page(2)).nextPage, (await page(3)).nextPage]).toEqual([3, null]);
    },
  ],
  [
    'compares lines, address and total with the order after every update',
    async () => {
      await expectNotCompleted({ alwaysAdds: true });
      await expectNotCompleted({ address: 'changed' });
      await expectNotCompleted({ dearerLater: 1 });
    },
  ],
  [
    'has a key of its own for complete and cancel, the same at every try',
    async () => {
      await buy();
      const connector = bench.connect();
      const prepared = await connector.prepare!(bench.order(1), call());
      if (prepared.kind !== 'ready') throw new Error(prepared.kind);
      for (let tries = 0; tries < 2; tries += 1) await connector.release!(prepared.checkout, bench.order(1), call());
      const keys = bench.shop.seen('cancel_checkout').map(({ headers }) => headers['idempotency-key']);
      expect(keys).toHaveLength(2);
      expect(new Set([...keys, completed()[0]?.headers['idempotency-key']]).size).toBe(2);
    },
  ],
  [
    'with accounts: PKCE with S256, and a state',
    async () => {
      const { begun } = await linkWith(bench.shop.origin);
      const asked = new URL(begun.url).searchParams;
      expect([asked.get('code_challenge_method'), asked.get('state')]).toEqual(['S256', 'state-of-this-link']);
      bench.shop.behave({ oauth: 'plain PKCE' });
      expect((await begin(bench.connect())).kind).toBe('refused');
    },
  ],
  [
    'with accounts: iss compared exactly',
    async () => {
      expect((await linkWith(bench.shop.origin)).linked.kind).toBe('linked');
      expect((await linkWith(`${bench.shop.origin}/`)).linked.kind).toBe('refused');
    },
  ],
  [
    'with accounts: aborts on discovery errors',
    async () => {
      for (const oauth of ['broken metadata', 'broken resource', 'another issuer'] as const) {
        bench.shop.behave({ oauth });
        expect((await begin(bench.connect())).kind, oauth).toBe('blocked');
      }
    },
  ],
  [
    'with accounts: asks for scopes as needed',
    async () => {
      const { begun } = await linkWith(bench.shop.origin);
      expect(new URL(begun.url).searchParams.get('scope')?.split(' ')).toEqual([
        'dev.ucp.shopping.checkout:manage',
        'dev.ucp.shopping.order:read',
      ]);
    },
  ],
  [
    'with accounts: revokes on unlink',
    async () => {
      const { connector, linked } = await linkWith(bench.shop.origin);
      if (linked.kind !== 'linked') throw new Error(linked.message);
      const { oauth } = bench.shop.state;
      const before = oauth.asked.length;
      expect(await connector.linking!.revoke(linked.session, call())).toEqual({ kind: 'done' });
      expect(oauth.asked.slice(before).map(({ path }) => path)).toEqual(['/oauth/revoke', '/oauth/revoke']);
    },
  ],
];

describe('a UCP buyer', () => {
  it.each(duties)('%s', (_name, keepsIt) => keepsIt());
});
