import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestStore, hit, type TestStore } from '../../../../test/stand-ins/scripted-store.ts';
import { createRegistry } from '../../../connectors/registry.ts';
import { systemClock } from '../../../kit/clock.ts';
import { Invalid } from '../../../kit/failure.ts';
import { toCents } from '../../../kit/money.ts';
import { searchAllStores } from './search-all-stores.ts';
import { searchProducts } from './search-products.ts';
import { streamSearch } from './stream-search.ts';

const perDollar = { EUR: '0.92', JPY: '155.1' };

function needsOf(...stores: TestStore[]) {
  const warnings: unknown[] = [];
  const logger = { warn: (details: object) => void warnings.push(details) };
  const rateOf = async (_world: unknown, currency: string) =>
    currency in perDollar ? { currency, rate: perDollar[currency as keyof typeof perDollar], markupBps: 0 } : null;
  return { clock: systemClock, registry: createRegistry(stores), logger, warnings, rateOf };
}

const search = { world: 'test', retailer: 'walmart', query: 'lamp', page: 1, freeShipping: false } as const;
const lampPages = {
  1: { results: [hit('walmart', 'Lamp')], nextPage: 2 },
  2: { results: [hit('walmart', 'Blue lamp', { freeShipping: true })], nextPage: null },
};
const problemsOf = (work: Promise<unknown>) =>
  work.then(
    () => [],
    (error: unknown) => (error instanceof Invalid ? error.problems.map(({ loc, type }) => [...loc, type]) : [error]),
  );

describe('searching one store', () => {
  it('returns the page unchanged', async () => {
    const reply = await searchProducts(needsOf(createTestStore({ pages: lampPages })), {
      ...search,
      retailer: 'Walmart',
    });
    expect(reply).toEqual({ kind: 'found', results: lampPages[1].results, nextPage: null });
  });

  it('pages through results that the filter emptied', async () => {
    const needs = needsOf(createTestStore({ pages: lampPages }));
    const first = await searchProducts(needs, { ...search, freeShipping: true });
    expect(first).toEqual({ kind: 'found', results: [], nextPage: 2 });
    const second = await searchProducts(needs, { ...search, freeShipping: true, page: 2 });
    expect(second).toEqual({ kind: 'found', results: lampPages[2].results, nextPage: null });
  });

  it('refuses an unknown store and one of the other mode, and says which cannot be searched', async () => {
    const needs = needsOf(
      createTestStore({ world: 'live' }),
      createTestStore({ retailers: ['rei'], abilities: ['checkout'] }),
    );
    expect(await searchProducts(needs, { ...search, retailer: 'rei' })).toMatchObject({ kind: 'not_offered' });
    for (const retailer of ['walmart', 'nowhere']) {
      const refused = await problemsOf(searchProducts(needs, { ...search, retailer }));
      expect(refused).toEqual([['query', 'retailer', 'value_error']]);
    }
  });

  it('refuses the filter for the domain of a store, and names every problem', async () => {
    const needs = needsOf(createTestStore());
    const known = { ...search, retailer: 'shop.example.com' };
    expect(await problemsOf(searchProducts(needs, known))).toEqual([]);
    expect(await problemsOf(searchProducts(needs, { ...known, freeShipping: true }))).toEqual([
      ['query', 'free_shipping', 'value_error'],
    ]);
    expect(await problemsOf(searchProducts(needs, { ...search, retailer: 'a.example', freeShipping: true }))).toEqual([
      ['query', 'retailer', 'value_error'],
      ['query', 'free_shipping', 'value_error'],
    ]);
  });

  it('says that a broken store cannot be reached, and tells the log why', async () => {
    const store = createTestStore();
    store.mood = 'throws';
    const needs = needsOf(store);
    expect(await searchProducts(needs, search)).toMatchObject({ kind: 'unreachable' });
    expect(needs.warnings).toHaveLength(1);
  });
});

/** Moves the time on as long as this takes: what is measured then is what was waited for, however busy the machine is. */
async function passing<T>(work: Promise<T>): Promise<T> {
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  work.then(over, over);
  for (;;) {
    await nextTurn();
    if (isOver) return work;
    await vi.advanceTimersToNextTimerAsync();
  }
}

describe('searching all stores', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  const all = { world: 'test', query: 'lamp' } as const;
  const storeWith = (retailer: string, more = {}) =>
    createTestStore({ retailers: [retailer], pages: { 1: { results: [hit(retailer, 'Lamp')] } }, ...more });

  it('asks each store that can be searched and bought from, of this mode only', async () => {
    const needs = needsOf(
      storeWith('a'),
      storeWith('b'),
      storeWith('c', { abilities: ['search'] }),
      storeWith('d', { abilities: ['checkout'] }),
      storeWith('e', { world: 'live' }),
    );
    const reply = await searchAllStores(needs, all);
    expect(reply.kind === 'found' && reply.results.map(({ retailer }) => retailer)).toEqual(['a', 'b']);
  });

  it('is neither delayed nor broken by stores that hang or fail', async () => {
    const [hanging, broken] = [storeWith('hanging'), storeWith('broken')];
    hanging.mood = 'hangs';
    broken.mood = 'throws';
    const slow = storeWith('slow', { slowMs: 200 });
    slow.mood = 'slow';
    const needs = needsOf(storeWith('a'), hanging, storeWith('b'), broken, slow, storeWith('c'));
    const begin = performance.now();
    const reply = await passing(searchAllStores(needs, all));
    expect(performance.now() - begin).toBeLessThan(1500);
    const retailers = reply.kind === 'found' ? reply.results.map(({ retailer }) => retailer) : [];
    expect(retailers.sort()).toEqual(['a', 'b', 'c', 'slow']);
    expect(reply.leftOut).toEqual([
      { retailer: 'hanging', reason: 'too_slow' },
      { retailer: 'broken', reason: 'unavailable' },
    ]);
    expect(needs.warnings).toHaveLength(1);
  });

  it('tells each answer as it comes, and the whole at the end', async () => {
    const [broken, slow] = [storeWith('broken'), storeWith('slow', { slowMs: 100 })];
    broken.mood = 'throws';
    slow.mood = 'slow';
    const needs = needsOf(slow, broken, storeWith('a'));
    const lines: { type: string; retailer?: string; results: unknown[] }[] = [];
    const counts: number[] = [];
    const listen = async () => {
      for await (const line of streamSearch(needs, all, (count) => void counts.push(count)))
        lines.push(JSON.parse(line));
    };
    await passing(listen());
    expect(lines.map(({ type, retailer }) => [type, retailer])).toEqual(
      expect.arrayContaining([
        ['store', 'a'],
        ['store', 'slow'],
        ['left_out', 'broken'],
      ]),
    );
    const order = lines.map(({ retailer }) => retailer);
    expect(order.indexOf('a')).toBeLessThan(order.indexOf('slow'));
    expect(lines.at(-1)).toMatchObject({ type: 'end', status: 'completed', left_out: [{ retailer: 'broken' }] });
    expect(lines.at(-1)?.results).toHaveLength(2);
    expect(counts).toEqual([2]);
  });

  it('merges a product that several stores sell into one entry', async () => {
    const sold = (retailer: string, title: string, gtin: string) =>
      createTestStore({ retailers: [retailer], pages: { 1: { results: [hit(retailer, title, { gtin })] } } });
    const needs = needsOf(
      sold('a', 'Lamp', '4006381333931'),
      sold('b', 'Lamp of b', '04006381333931'),
      sold('c', 'Lamp of c', '4006381333932'),
    );
    const reply = await searchAllStores(needs, all);
    const found = reply.kind === 'found' ? reply.results : [];
    expect(found.map(({ retailer, alsoAt }) => [retailer, alsoAt.map((other) => other.retailer)])).toEqual([
      ['a', ['b']],
      ['c', []],
    ]);
  });

  it('waits for a store as long as its operator says, whatever the others do', async () => {
    const patient = Object.assign(storeWith('patient', { slowMs: 1200 }), { patienceMs: 30_000 });
    patient.mood = 'slow';
    const hasty = Object.assign(storeWith('hasty'), { patienceMs: 50 });
    hasty.mood = 'hangs';
    const reply = await passing(searchAllStores(needsOf(storeWith('a'), storeWith('b'), patient, hasty), all));
    expect(reply.kind === 'found' && reply.results.map(({ retailer }) => retailer).sort()).toEqual([
      'a',
      'b',
      'patient',
    ]);
    expect(reply.leftOut).toEqual([{ retailer: 'hasty', reason: 'too_slow' }]);
  });

  it('learns how long stores take: a silent one delays only the first search, and a slow one gets time', async () => {
    const silent = Object.assign(storeWith('silent'), { patienceMs: 2500 });
    silent.mood = 'hangs';
    const slow = Object.assign(storeWith('slow', { slowMs: 400 }), { patienceMs: 5000 });
    slow.mood = 'slow';
    const needs = needsOf(storeWith('a'), storeWith('b'), silent, slow);
    const over: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      let slowestMs = 0;
      const begin = performance.now();
      const search = searchAllStores(needs, all, (part) => {
        if (part.kind === 'store') slowestMs = performance.now() - begin;
      });
      const reply = await passing(search);
      over.push(performance.now() - begin - slowestMs);
      expect(reply.kind === 'found' && reply.results.map(({ retailer }) => retailer).sort()).toEqual([
        'a',
        'b',
        'slow',
      ]);
      expect(reply.leftOut).toEqual([{ retailer: 'silent', reason: 'too_slow' }]);
    }
    expect(over[0]).toBeGreaterThan(2000);
    for (const afterSlowest of over.slice(1)) expect(afterSlowest).toBeLessThan(200);
  });

  it('shares what processes learned, from the first search on', async () => {
    const told: number[] = [];
    const silent = Object.assign(storeWith('silent'), {
      patienceMs: 5000,
      usualSearchMs: () => 0,
      recordSearchMs: (usualMs: number) => void told.push(usualMs),
    });
    silent.mood = 'hangs';
    const begin = performance.now();
    const reply = await passing(searchAllStores(needsOf(storeWith('a'), storeWith('b'), silent), all));
    expect(performance.now() - begin).toBeLessThan(200);
    expect(reply.leftOut).toEqual([{ retailer: 'silent', reason: 'too_slow' }]);
    expect(told).toEqual([]);

    const slow = storeWith('slow', { slowMs: 40 });
    slow.mood = 'slow';
    await passing(
      searchAllStores(needsOf(Object.assign(slow, { recordSearchMs: (ms: number) => void told.push(ms) })), all),
    );
    expect(told).toEqual([expect.any(Number)]);
    expect(told[0]).toBeGreaterThan(0);
  });

  it('waits for late responses, so that a store that is back is listed again', async () => {
    const store = Object.assign(storeWith('back', { slowMs: 300 }), { patienceMs: 700 });
    store.mood = 'hangs';
    const needs = needsOf(storeWith('a'), storeWith('b'), store);
    const namesOf = async () => {
      const reply = await passing(searchAllStores(needs, all));
      return reply.kind === 'found' ? reply.results.map(({ retailer }) => retailer).sort() : [];
    };
    expect(await namesOf()).toEqual(['a', 'b']);
    store.mood = 'slow';
    // Perhaps not at once: it answers later than anybody waits for it, and is heard all the same.
    const seen: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      seen.push(String(await namesOf()));
      await passing(systemClock.sleep(300));
    }
    expect(seen).toContain('a,b,back');
  });

  it('waits for stores that were silent as long as they may take, while nobody else has answered', async () => {
    const store = Object.assign(storeWith('only', { slowMs: 400 }), { patienceMs: 500 });
    store.mood = 'hangs';
    const needs = needsOf(store);
    expect(await passing(searchAllStores(needs, all))).toMatchObject({ kind: 'unreachable' });
    store.mood = 'slow';
    expect(await passing(searchAllStores(needs, all))).toMatchObject({ kind: 'found', leftOut: [] });
  });

  it('fails only if no store responded, and is empty if there is no store to ask', async () => {
    const store = storeWith('a');
    store.mood = 'throws';
    expect(await searchAllStores(needsOf(store), all)).toMatchObject({ kind: 'unreachable' });
    expect(await searchAllStores(needsOf(), all)).toEqual({ kind: 'found', results: [], leftOut: [] });
  });

  it('compares prices in different currencies in US cents, and those without an exchange rate come last', async () => {
    const sellingIn = (currency: string, price: number) => {
      const retailer = currency.toLowerCase();
      const lamp = hit(retailer, 'Lamp', { price: toCents(price), currency });
      const store = createTestStore({ retailers: [retailer], pages: { 1: { results: [lamp] } } });
      return Object.assign(store, { currency });
    };
    // 2,500 yen are 16.12 USD, and 19.99 EUR are 21.73 USD.
    const stores = [sellingIn('CHF', 1), sellingIn('EUR', 1999), sellingIn('USD', 2000), sellingIn('JPY', 2500)];
    const found = async (range: object) => {
      const reply = await searchAllStores(needsOf(...stores), { ...all, ...range });
      return reply.kind === 'found' ? reply.results.map(({ retailer }) => retailer) : reply;
    };
    expect(await found({})).toEqual(['jpy', 'usd', 'eur', 'chf']);
    expect(await found({ maxPrice: 2100 })).toEqual(['jpy', 'usd']);
    expect(await found({ minPrice: 2100 })).toEqual(['eur']);
  });

  it('respects the prices, and rejects an invalid range', async () => {
    const prices = [hit('a', 'Lamp 1', { price: toCents(99) }), hit('a', 'Lamp 2', { price: toCents(100) })];
    const needs = needsOf(createTestStore({ retailers: ['a'], pages: { 1: { results: prices } } }));
    expect(await searchAllStores(needs, { ...all, minPrice: 100 })).toMatchObject({ results: [prices[1]] });
    expect(await searchAllStores(needs, { ...all, maxPrice: 99 })).toMatchObject({ results: [prices[0]] });
    const refused = await problemsOf(searchAllStores(needs, { ...all, minPrice: 2, maxPrice: 1 }));
    expect(refused).toEqual([['query', 'min_price', 'value_error']]);
  });
});
