import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SearchHit } from '../../src/connectors/contract.ts';
import { systemClock } from '../../src/kit/clock.ts';
import { startSystem, type TestSystem } from '../harness/system.ts';
import { createTestStore, hit } from '../stand-ins/scripted-store.ts';

/** A store whose answer comes when the test says so. */
function store(retailer: string, titles: string[], more: Partial<SearchHit> = {}) {
  const state = { answersAfter: Promise.resolve() as Promise<unknown>, tookMs: 0 };
  const results = titles.map((title) => hit(retailer, title, more));
  const connector = createTestStore({ retailers: [retailer], world: 'live' });
  connector.search = async (_retailer, _query, { signal }) => {
    const from = performance.now();
    const over = new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    await Promise.race([state.answersAfter, over]);
    state.tookMs = performance.now() - from;
    return { results, nextPage: null, hasFreeShippingInfo: false };
  };
  return { connector: Object.assign(connector, { patienceMs: 60_000 }), state };
}

const quick = store('quick', ['Red lamp'], { gtin: '4006381333931' });
const slow = store('slow', ['Blue lamp']);
const twin = store('twin', ['Red lamp of another shop'], { gtin: '04006381333931' });
const silent = store('silent', []);
const all = [quick, slow, twin, silent];

let system: TestSystem;
let key: string;
beforeAll(async () => {
  system = await startSystem({ liveConnectors: () => all.map(({ connector }) => connector) as never });
  ({ key } = await system.account('live'));
});
afterAll(() => system.stop());

const headers = () => ({ authorization: `Bearer ${key}`, accept: 'application/x-ndjson' });

interface Line {
  type: string;
  retailer?: string;
  results?: { retailer: string; also_at?: { retailer: string }[] }[];
  left_out?: { retailer: string; reason: string }[];
}

async function* linesOf(response: Response): AsyncGenerator<Line> {
  let text = '';
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const lines = text.split('\n');
    text = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line) as Line;
  }
}

describe('a search of all stores', () => {
  it('streams each answer as it comes, cuts and names who is late, and groups the same article', async () => {
    const seen = Promise.withResolvers<void>();
    slow.state.answersAfter = seen.promise;
    silent.state.answersAfter = new Promise(() => {});
    Object.assign(silent.connector, { patienceMs: 500 });
    const response = await fetch(`${system.url}/search?q=lamp`, { headers: headers() });
    expect(response.headers.get('content-type')).toContain('application/x-ndjson');
    const lines: Line[] = [];
    for await (const line of linesOf(response)) {
      lines.push(line);
      // The slow store answers only after the quick one was seen here: nothing was held back for it.
      if (line.type === 'store' && line.retailer === 'quick') seen.resolve();
    }
    expect(lines.filter(({ type }) => type === 'store').map(({ retailer }) => retailer)).toEqual(
      expect.arrayContaining(['quick', 'twin', 'slow']),
    );
    expect(lines.filter(({ type }) => type === 'left_out')).toMatchObject([{ retailer: 'silent', reason: 'too_slow' }]);
    const end = lines.at(-1);
    expect(end).toMatchObject({ type: 'end', left_out: [{ retailer: 'silent', reason: 'too_slow' }] });
    const places = end?.results?.map((result) => [result.retailer, ...(result.also_at ?? []).map((at) => at.retailer)]);
    expect(places).toContainEqual(expect.arrayContaining(['quick', 'twin']));
    expect(places).toHaveLength(2);
  });

  it('refuses with a status what cannot be searched', async () => {
    const refused = await fetch(`${system.url}/search?q=lamp&min_price=2&max_price=1`, { headers: headers() });
    expect(refused.status).toBe(422);
    expect((await fetch(`${system.url}/search?q=lamp`, { headers: { accept: 'application/x-ndjson' } })).status).toBe(
      401,
    );
  });

  it('is there soon after the slowest store that answered, beside one that hangs', async () => {
    const answering = all.filter((one) => one !== silent);
    Object.assign(silent.connector, { patienceMs: 5000 });
    const over: number[] = [];
    const bare: number[] = [];
    const took = async (path: string, accept: string) => {
      const from = performance.now();
      const response = await fetch(`${system.url}${path}`, { headers: { ...headers(), accept } });
      await response.text();
      return performance.now() - from;
    };
    for (let round = 0; round < 20; round += 1) {
      for (const [place, { state }] of answering.entries()) state.answersAfter = systemClock.sleep(5 + 10 * place);
      const whole = await took('/search?q=lamp', round % 2 ? 'application/json' : 'application/x-ndjson');
      over.push(whole - Math.max(...answering.map(({ state }) => state.tookMs)));
      bare.push(await took('/wallet', 'application/json'));
    }
    const p95 = (values: number[]) => values.toSorted((a, b) => a - b)[18]!;
    // A machine that has no time for a plain read has none for this either; the one that hangs has five seconds.
    expect(p95(over)).toBeLessThan(2500 + 5 * p95(bare));
  });
});
