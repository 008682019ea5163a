import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { storeAccount } from '../../../test/harness/stores/request.ts';
import { call, openTestBench } from '../../../test/stand-ins/ucp/bench.ts';
import { newOauth } from '../../../test/stand-ins/ucp/oauth.ts';
import type { Faults } from '../../../test/stand-ins/ucp/state.ts';
import { recordOf } from '../cart-lines.ts';
import type { Connector, ReadOnlyRetailerAccount, RetailerAccount } from '../contract.ts';
import type { Store } from '../store.ts';
import { linkIn } from './link.ts';

let bench: Awaited<ReturnType<typeof openTestBench>>;
let evil: Awaited<ReturnType<typeof openTestBench>>;
beforeAll(async () => {
  [bench, evil] = [await openTestBench(), await openTestBench()];
});
afterAll(() => Promise.all([bench.shop.close(), evil.shop.close()]));
beforeEach(() => {
  for (const { shop } of [bench, evil]) {
    shop.behave({ oauth: 'sound' });
    shop.state.oauth = newOauth();
  }
});

const redirectUri = 'https://errand.example/app/accounts/linked';
const verifier = 'a'.repeat(43);
const challenge = createHash('sha256').update(verifier).digest('base64url');
const beginning = { redirectUri, state: 'live.state-1', challenge, session: null };
const linkingOf = (connector: Connector) => connector.linking!;
const asked = () => bench.shop.state.oauth.asked;

const facing = (faults: Partial<Faults> = {}, more: Partial<Store> = {}) => {
  bench.shop.behave({ oauth: 'sound', ...faults });
  return bench.connect(more);
};

async function begun(connector: Connector, session: string | null = null) {
  const answer = await linkingOf(connector).begin({ ...beginning, session }, call());
  if (answer.kind !== 'begun') throw new Error(`not begun: ${answer.message}`);
  return answer;
}

async function link(connector: Connector, account: RetailerAccount): Promise<void> {
  const { url, pending } = await begun(connector, await account.session.load());
  const back = bench.shop.agree(url);
  const ending = { pending, redirectUri, code: back.get('code')!, iss: back.get('iss'), verifier };
  const linked = await linkingOf(connector).finish({ ...ending, session: await account.session.load() }, call());
  if (linked.kind !== 'linked') throw new Error(linked.message);
  await account.session.save(linked.session);
}

async function linkedAccount(connector: Connector): Promise<RetailerAccount> {
  const account = { ...storeAccount('jane@example.com', ''), shortId: 'svc_acct_abc' };
  await link(connector, account);
  return account;
}

describe('the address that a customer is sent to', () => {
  it('asks for a code with PKCE, with only the scopes it needs', async () => {
    const { url } = await begun(facing());
    const { searchParams, origin, pathname } = new URL(url);
    expect(`${origin}${pathname}`).toBe(`${bench.shop.origin}/oauth/authorize`);
    expect(Object.fromEntries(searchParams)).toEqual({
      response_type: 'code',
      client_id: 'https://errand.example/ucp/profiles/2026-08-25',
      redirect_uri: redirectUri,
      state: 'live.state-1',
      code_challenge: challenge,
      code_challenge_method: 'S256',
      scope: 'dev.ucp.shopping.checkout:manage dev.ucp.shopping.order:read',
    });
    expect(url).not.toContain(verifier);
  });

  it('asks a store on the first version for its only scope', async () => {
    const { url } = await begun(facing({ version: '2026-01-11', shape: 'first' }));
    expect(new URL(url).searchParams.get('scope')).toBe('ucp:scopes:checkout_session');
  });

  it('names the client that the operator registered', async () => {
    const { url } = await begun(facing({}, { settings: { client_id: 'errand-at-shop' } }));
    expect(new URL(url).searchParams.get('client_id')).toBe('errand-at-shop');
  });

  it.each([
    ['plain PKCE', 'refused'],
    ['no PKCE', 'refused'],
    ['scopes unknown', 'refused'],
    ['another issuer', 'blocked'],
    ['a slash more', 'blocked'],
    ['broken metadata', 'blocked'],
    ['broken resource', 'blocked'],
    ['another resource', 'blocked'],
  ] as const)('is not made where the store’s sign-in has: %s', async (oauth, kind) => {
    const answer = await linkingOf(facing({ oauth })).begin(beginning, call());
    expect(answer.kind).toBe(kind);
    expect(asked()).toEqual([]);
  });

  it('is not created if nobody can sign in', async () => {
    const connector = facing({ oauth: null });
    expect(await linkingOf(connector).isOffered(call())).toBe(false);
    expect(await linkingOf(connector).begin(beginning, call())).toMatchObject({ kind: 'refused' });
  });

  it('is that of the server which the store names, on another host too', async () => {
    const { url } = await begun(facing({ signsInAt: evil.shop.origin }));
    expect(new URL(url).origin).toBe(evil.shop.origin);
  });
});

describe('the answer that a customer comes back with', () => {
  it.each([
    ['of another server', (): string | null => evil.shop.origin],
    ['with a slash more', (): string | null => `${bench.shop.origin}/`],
    ['without a name', (): string | null => null],
  ] as const)('%s is thrown away before its code is told to anyone', async (_name, iss) => {
    const connector = facing();
    const { url, pending } = await begun(connector);
    const code = bench.shop.agree(url).get('code')!;
    const ending = { pending, redirectUri, code, iss: iss(), verifier, session: null };
    expect(await linkingOf(connector).finish(ending, call())).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('Nothing was linked'),
    });
    expect(asked()).toEqual([]);
    expect(evil.shop.state.oauth.asked).toEqual([]);
  });

  it('with a code that was begun with another secret links nothing', async () => {
    const connector = facing();
    const { url, pending } = await begun(connector);
    const code = bench.shop.agree(url).get('code')!;
    const ending = { pending, redirectUri, code, iss: bench.shop.origin, verifier: 'b'.repeat(43), session: null };
    expect(await linkingOf(connector).finish(ending, call())).toMatchObject({ kind: 'refused' });
    expect(bench.shop.state.oauth.access.size).toBe(0);
  });

  it.each(['token moved', 'no tokens'] as const)('links nothing where the store has: %s', async (oauth) => {
    const connector = facing();
    const { url, pending } = await begun(connector);
    const code = bench.shop.agree(url).get('code')!;
    bench.shop.behave({ oauth });
    const ending = { pending, redirectUri, code, iss: bench.shop.origin, verifier, session: null };
    expect(await linkingOf(connector).finish(ending, call())).toMatchObject({ kind: 'blocked' });
    // One request, to the store; the redirect was not followed.
    expect(asked()).toHaveLength(1);
  });

  it.each([
    ['private_key_jwt', undefined],
    ['client_secret_basic', 'errand-at-shop'],
    ['none', undefined],
  ] as const)('is exchanged as a client that proves itself by %s', async (method, clientId) => {
    const settings = clientId === undefined ? {} : { client_id: clientId };
    const account = await linkedAccount(facing({ clientAuth: [method] }, { settings }));
    const [{ fields, authorization }] = asked() as [(typeof bench.shop.state.oauth.asked)[number]];
    expect('client_assertion' in fields).toBe(method === 'private_key_jwt');
    expect(authorization?.startsWith('Basic ') ?? false).toBe(method === 'client_secret_basic');
    expect(JSON.stringify(fields)).not.toContain('s3cret');
    expect(linkIn(await account.session.load())).toMatchObject({ issuer: bench.shop.origin, missing: [] });
  });

  it('takes the strongest proof that the store knows', async () => {
    await linkedAccount(facing({ clientAuth: ['private_key_jwt', 'client_secret_basic', 'none'] }));
    expect(asked()[0]?.fields).toHaveProperty('client_assertion');
  });
});

describe('buying with a linked account', () => {
  const gated = { oauth: 'sound', isGated: true } as const;

  it('shows its token at every step, and the merchant’s not at all', async () => {
    const connector = facing(gated);
    const account = await linkedAccount(connector);
    const token = linkIn(await account.session.load())?.accessToken;
    const request = bench.order(2, { account });
    const prepared = await connector.prepare!(request, call());
    if (prepared.kind !== 'ready') throw new Error(prepared.kind);
    const outcome = await connector.submit!(prepared.checkout, request, call());
    if (outcome.kind !== 'placed') throw new Error(outcome.kind);
    const merchantOrderIds = outcome.purchase.merchantOrderIds;
    const record = recordOf(request, { merchantOrderIds, account });
    expect((await connector.track!(record, call())).kind).toBe('tracked');
    const bearers = bench.shop.state.seen
      .filter(({ operation }) => /checkout|order/.test(operation))
      .map(({ headers }) => headers.authorization);
    expect(new Set(bearers)).toEqual(new Set([`Bearer ${token}`]));
  });

  it('asks its owner to link it first, and sends nothing before that', async () => {
    const account = { ...storeAccount('jane@example.com', ''), shortId: 'svc_acct_abc' };
    const connector = facing(gated);
    expect(await connector.prepare!(bench.order(1, { account }), call())).toMatchObject({
      kind: 'needs',
      question: { kind: 'open_url', askedOf: 'customer', url: 'https://errand.example/app/accounts/svc_acct_abc' },
    });
    expect(bench.shop.seen('create_checkout')).toEqual([]);
    expect(await connector.login!('real', account, call())).toMatchObject({ kind: 'blocked' });
    await link(connector, account);
    expect((await connector.prepare!(bench.order(1, { account }), call())).kind).toBe('ready');
    expect(await connector.login!('real', account, call())).toEqual({ kind: 'ok' });
  });

  it('asks nobody about one of the service’s own accounts', async () => {
    const account = storeAccount('own@example.com', '');
    expect(await facing(gated).prepare!(bench.order(1, { account }), call())).toMatchObject({
      kind: 'refused',
      reason: 'login_failed',
    });
  });

  it('says to guests that only customers are sold to', async () => {
    expect(await facing(gated).prepare!(bench.order(), call())).toMatchObject({
      kind: 'refused',
      reason: 'login_failed',
      message: expect.stringContaining('linked retailer account'),
    });
  });

  it('renews an expired token once, saves the new one before using it, and never reuses the old one', async () => {
    bench.shop.state.oauth.lifetime = 30;
    const connector = facing(gated);
    const account = await linkedAccount(connector);
    const old = linkIn(await account.session.load());
    bench.shop.state.oauth.lifetime = 3600;
    expect((await connector.prepare!(bench.order(1, { account }), call())).kind).toBe('ready');
    const now = linkIn(await account.session.load());
    expect(now?.refreshToken).not.toBe(old?.refreshToken);
    expect(asked().filter(({ fields }) => fields.grant_type === 'refresh_token')).toHaveLength(1);
    expect(bench.shop.state.seen.some(({ headers }) => headers.authorization?.includes(old!.accessToken))).toBe(false);
  });

  it('renews for a lookup with exclusive use of the account, and waits while another job has it', async () => {
    bench.shop.state.oauth.lifetime = 30;
    const connector = facing(gated);
    const account = await linkedAccount(connector);
    bench.shop.state.oauth.lifetime = 3600;
    const { session, ...rest } = account;
    const reader: ReadOnlyRetailerAccount = { ...rest, session: { load: session.load }, exclusively: async () => null };
    const record = recordOf(bench.order(), { merchantOrderIds: ['ord_1'], account: reader });
    expect(await connector.track!(record, call())).toMatchObject({ kind: 'unreachable' });
    expect(asked().filter(({ fields }) => fields.grant_type === 'refresh_token')).toHaveLength(0);
    const lent: ReadOnlyRetailerAccount = { ...reader, exclusively: (work) => work(account) };
    await connector.track!({ ...record, account: lent }, call());
    expect(asked().filter(({ fields }) => fields.grant_type === 'refresh_token')).toHaveLength(1);
  });

  it('does not renew what another job has just renewed', async () => {
    bench.shop.state.oauth.lifetime = 30;
    const connector = facing(gated);
    const account = await linkedAccount(connector);
    const old = await account.session.load();
    bench.shop.state.oauth.lifetime = 3600;
    await connector.prepare!(bench.order(1, { account }), call());
    const { session: _session, ...rest } = account;
    const late: ReadOnlyRetailerAccount = {
      ...rest,
      session: { load: async () => old },
      exclusively: (work) => work(account),
    };
    await connector.track!(recordOf(bench.order(), { merchantOrderIds: ['ord_1'], account: late }), call());
    expect(asked().filter(({ fields }) => fields.grant_type === 'refresh_token')).toHaveLength(1);
    const now = linkIn(await account.session.load());
    expect(bench.shop.seen('get_order').at(-1)?.headers.authorization).toBe(`Bearer ${now?.accessToken}`);
  });

  it('renews a token that the store no longer accepts, and asks the owner if that does not help', async () => {
    const connector = facing(gated);
    const account = await linkedAccount(connector);
    bench.shop.state.oauth.access.clear();
    expect((await connector.prepare!(bench.order(1, { account }), call())).kind).toBe('ready');
    bench.shop.state.oauth.access.clear();
    bench.shop.state.oauth.refresh.clear();
    expect(await connector.prepare!(bench.order(1, { account }), call())).toMatchObject({ kind: 'needs' });
  });

  it('asks for the scopes that are missing and for no other again', async () => {
    const connector = facing(gated);
    const account = await linkedAccount(connector);
    bench.shop.behave({ ...gated, alsoNeeds: ['more'] });
    expect(await connector.prepare!(bench.order(1, { account }), call())).toMatchObject({ kind: 'needs' });
    const { url } = await begun(connector, await account.session.load());
    expect(new URL(url).searchParams.get('scope')).toBe('more');
    await link(connector, account);
    expect((await connector.prepare!(bench.order(1, { account }), call())).kind).toBe('ready');
    expect(linkIn(await account.session.load())?.scopes).toContain('dev.ucp.shopping.checkout:manage');
  });

  it('never shows a refresh token to another server than the one that gave it', async () => {
    bench.shop.state.oauth.lifetime = 30;
    const account = await linkedAccount(facing(gated));
    const connector = facing({ ...gated, signsInAt: evil.shop.origin });
    await connector.prepare!(bench.order(1, { account }), call());
    expect(evil.shop.state.oauth.asked).toEqual([]);
  });
});

describe('ending a link', () => {
  it('revokes both tokens at the server that gave them', async () => {
    const connector = facing();
    const session = (await (await linkedAccount(connector)).session.load())!;
    expect(await linkingOf(connector).revoke(session, call())).toEqual({ kind: 'done' });
    const revoked = asked().filter(({ path }) => path === '/oauth/revoke');
    const { refreshToken, accessToken } = linkIn(session)!;
    expect(revoked.map(({ fields }) => fields.token)).toEqual([refreshToken, accessToken]);
    expect(bench.shop.state.oauth.access.size + bench.shop.state.oauth.refresh.size).toBe(0);
  });

  it('is tried again later where the store cannot be told', async () => {
    const session = (await (await linkedAccount(facing())).session.load())!;
    expect(await linkingOf(facing({ broken: true })).revoke(session, call())).toMatchObject({ kind: 'later' });
  });
});
