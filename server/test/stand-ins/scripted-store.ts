import type { Ability, Call, Connector, SearchHit, SearchPage } from '../../src/connectors/contract.ts';
import { type Clock, systemClock } from '../../src/kit/clock.ts';
import { toCents } from '../../src/kit/money.ts';
import type { World } from '../../src/kit/world.ts';

/** A scripted store for the tests in this folder. */
export interface TestStore extends Connector {
  /** How often it was asked about a product. */
  asked: number;
  /** How it responds from now on. `slow` responds like `found`, after a while. */
  mood: 'found' | 'missing' | 'down' | 'throws' | 'slow' | 'hangs';
  /** It doesn't respond before this time. */
  answersAfter: Promise<unknown>;
}

interface Script {
  retailers?: string[];
  world?: World;
  abilities?: Ability[];
  pages?: Record<number, Partial<SearchPage>>;
  slowMs?: number;
}

export function createTestStore(script: Script = {}): TestStore {
  const { retailers = ['walmart'], world = 'test', pages = {}, slowMs = 300 } = script;
  const act = async ({ signal }: Call): Promise<void> => {
    if (store.mood === 'throws') throw new Error('The page has changed.');
    if (store.mood === 'slow') await systemClock.sleep(slowMs, signal);
    if (store.mood === 'hangs') await new Promise(() => {});
    await store.answersAfter;
  };
  const store: TestStore = {
    name: `test store ${retailers.join()}`,
    world,
    retailers,
    honours: new Set(),
    lookup: 'none',
    currency: 'USD',
    abilities: new Set(script.abilities ?? ['search', 'product', 'offers', 'checkout']),
    asked: 0,
    mood: 'found',
    answersAfter: Promise.resolve(),
    locate: () => null,
    servesDomain: (domain) => domain === 'shop.example.com',
    async search(_retailer, { page }, call) {
      await act(call);
      return { results: [], nextPage: null, hasFreeShippingInfo: true, ...pages[page] };
    },
    async product({ productId }, call) {
      store.asked += 1;
      await act(call);
      if (store.mood === 'missing') return { kind: 'missing', message: 'No such product.' };
      if (store.mood === 'down') return { kind: 'unreachable', message: 'Closed for maintenance.' };
      return { kind: 'found', payload: { z: 1, title: productId, a: store.asked, status: 'on sale' } };
    },
    async offers(_ref, _query, call) {
      store.asked += 1;
      await act(call);
      return { kind: 'found', offers: [], payload: { offers: [] } };
    },
  };
  return store;
}

export function hit(retailer: string, title: string, more: Partial<SearchHit> = {}): SearchHit {
  const productId = title.toLowerCase().replaceAll(' ', '-');
  return {
    productId,
    title,
    url: `https://${retailer}.com/${productId}`,
    retailer,
    image: null,
    brand: null,
    price: toCents(1000),
    currency: 'USD',
    stars: null,
    numReviews: 0,
    available: true,
    freeShipping: false,
    ...more,
  };
}

/** A manual clock. Its pauses last as long as real ones. */
export function createManualClock(): Clock & { at: Date } {
  const clock = { at: new Date('2026-08-21T12:00:00.000Z'), now: () => clock.at, sleep: systemClock.sleep };
  return clock;
}
