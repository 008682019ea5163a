import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Connector, PurchaseRecord, TrackAnswer } from '../../src/connectors/contract.ts';
import { storeKinds } from '../../src/connectors/kinds.ts';
import type { Store, StoreKind, StoreNeeds } from '../../src/connectors/store.ts';
import type { StoreClient } from '../../src/connectors/store-client.ts';
import { ucp } from '../../src/connectors/ucp/index.ts';
import { createPictures } from '../../src/domains/catalog/products/pictures.ts';
import { createStoreClient } from '../../src/domains/catalog/stores/client.ts';
import { createAgentProfiles } from '../../src/domains/channels/ucp/agent-profiles.ts';
import { systemClock } from '../../src/kit/clock.ts';
import { createLimiter } from '../../src/platform/limiter.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { createOutgoing } from '../../src/platform/outgoing/index.ts';
import { findQuery } from '../conformance/subject.ts';
import { lies, startLyingServer } from '../harness/lying-server.ts';
import { createTestDatabase } from '../harness/postgres.ts';
import { liveStore, requestFor, storeAccount } from '../harness/stores/request.ts';
import { amazonSettings, ownToken } from '../stand-ins/amazon-business/bench.ts';
import { amazonCredentials } from '../stand-ins/amazon-business/store.ts';
import { mouserCredentials } from '../stand-ins/mouser/store.ts';

let server: Awaited<ReturnType<typeof startLyingServer>>;
let test: Awaited<ReturnType<typeof createTestDatabase>>;
let client: StoreClient;
const outgoing = createOutgoing({ allowPrivate: true });
const limits = { perMinute: 60_000, atOnce: 100, timeoutSeconds: 1 };
beforeAll(async () => {
  server = await startLyingServer();
  test = await createTestDatabase();
  const limiter = createLimiter({ db: test.database.db, clock: systemClock });
  const { send } = createStoreClient({ outgoing, limiter, clock: systemClock }, 'real', limits);
  // Queues have their own tests.
  client = { send: ({ quota: _quota, ...asked }, at) => send(asked, at) };
});
afterAll(async () => {
  await outgoing.close();
  await server.stop();
  await test.drop();
});

/** What each kind needs, so that it asks the store at all. */
const setUp = (): Record<string, { store?: Partial<Store>; needs?: Partial<StoreNeeds> }> => ({
  woocommerce: { store: { payment: 'cod' }, needs: { credentialNames: ['consumer_key', 'consumer_secret'] } },
  vendure: { store: { payment: 'cash-on-delivery' } },
  medusa: { store: { payment: 'pp_system_default', settings: { publishable_key: 'pk_1' } } },
  shopify: { store: { mode: 'link' } },
  'amazon-business': {
    store: { url: 'https://www.amazon.com', apiUrl: server.origin, settings: amazonSettings(`${server.origin}/token`) },
    needs: { credentials: async () => amazonCredentials, token: ownToken() },
  },
  mouser: {
    store: { url: 'https://www.mouser.com', apiUrl: server.origin, payment: { method: 1 } },
    needs: { credentials: async () => mouserCredentials },
  },
  ucp: { store: { payment: { handler: 'com.example.pay', type: 'card' } } },
});

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

function connect(kind: StoreKind): Connector {
  const { store = {}, needs = {} } = setUp()[kind.kind] ?? {};
  return kind.create(liveStore(kind.kind, server.origin, store), {
    client,
    clock: systemClock,
    logger: createLogger({ level: 'silent' }),
    credentials: async () => ({ consumer_key: 'ck_1', consumer_secret: 'cs_1', token: 't', payment_token: 'p' }),
    identity: { profileUrl: () => 'https://errand.example/ucp', key: async () => ({ kid: 'errand', privateKey }) },
    ...needs,
  });
}

const kinds: readonly StoreKind[] = [...storeKinds, ucp];
const call = () => ({ signal: AbortSignal.timeout(20_000) });
const request = () => requestFor([{ productId: 'mug' }], { account: storeAccount('a@example.com', 'Long-enough-1') });
const query = { query: 'mug', page: 1, freeShipping: false };

/** A store that is not asked, because a person follows the purchase, reports nothing. */
const reported = (answer: TrackAnswer) =>
  answer.kind === 'tracked' && answer.shipments.length === 0 && answer.cancelled === null ? null : answer;

/** The answer's kind, or that it threw: callers take both for "the store does not work". */
const kindOf = async (answer: Promise<{ kind?: string } | null> | undefined): Promise<string> =>
  answer === undefined
    ? 'not asked'
    : answer.then(
        (one) => one?.kind ?? 'nothing',
        () => 'threw',
      );

async function askAll(kind: StoreKind): Promise<Record<string, string>> {
  const order = request();
  const { isTaken: _taken, since: _since, maxPrice: _most, ...record } = findQuery(order);
  const purchase: PurchaseRecord = { ...record, merchantOrderIds: ['1001'], note: null };
  const ref = { retailer: 'real', productId: 'mug' };
  const asked = {
    find: kindOf(connect(kind).find?.(findQuery(order), call())),
    prepare: kindOf(connect(kind).prepare?.(order, call())),
    product: kindOf(connect(kind).product?.(ref, call())),
    search: kindOf(
      connect(kind)
        .search?.('real', query, call())
        .then(({ results }) => ({ kind: `${results.length}` })),
    ),
    track: kindOf(connect(kind).track?.(purchase, call()).then(reported)),
    history: kindOf(
      connect(kind)
        .history?.({ since: new Date(), cursor: null }, call())
        .then(() => ({ kind: 'listed' })),
    ),
    probe: kindOf(
      kind.probe?.(new URL(server.origin), client, call()).then((found) => ({ kind: found ? 'found' : 'none' })),
    ),
  };
  return Object.fromEntries(
    await Promise.all(Object.entries(asked).map(async ([name, answer]) => [name, await answer] as const)),
  );
}

/** What may be believed of a server that says nothing. */
const believable: Record<string, readonly string[]> = {
  find: ['unsure', 'threw', 'not asked'],
  prepare: ['refused', 'blocked', 'threw', 'not asked'],
  product: ['unreachable', 'threw', 'not asked'],
  search: ['0', 'threw', 'not asked'],
  track: ['unreachable', 'nothing', 'threw', 'not asked'],
  history: ['threw', 'not asked'],
  probe: ['none', 'threw', 'not asked'],
};

describe('a server that is no store', () => {
  it.each(Object.keys(lies))('and %s proves nothing, and is left in time', { timeout: 60_000 }, async (lie) => {
    server.tell(lie);
    const startedMs = performance.now();
    const answers = await Promise.all(kinds.map(async (kind) => [kind.kind, await askAll(kind)] as const));
    const faults = answers.flatMap(([kind, asked]) =>
      Object.entries(asked)
        .filter(([name, answer]) => !believable[name]?.includes(answer))
        .map(([name, answer]) => `${kind} ${name}: ${answer}`),
    );
    expect(faults).toEqual([]);
    expect(performance.now() - startedMs).toBeLessThan(30_000);
  });

  // Their time limits are tested with the client of every outgoing request.
  const prompt = Object.keys(lies).filter((lie) => !lie.includes('byte by byte'));
  it.each(prompt)('and %s has no image and no profile', async (lie) => {
    server.tell(lie);
    const pictures = createPictures({ outgoing, now: Date.now });
    const profiles = createAgentProfiles({ outgoing, clock: systemClock });
    const [picture, profile] = await Promise.all([
      pictures.read(`${server.origin}/a.png`, 'an account'),
      profiles.read(`${server.origin}/profile`),
    ]);
    expect([picture, profile.kind]).toEqual([null, 'unreachable']);
  });
});
