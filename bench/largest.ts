import { setTimeout as pause } from 'node:timers/promises';
import { assertDefined } from '../server/src/kit/assert-defined.ts';
import { freePort } from '../server/test/harness/free-port.ts';
import { connectModern } from '../server/test/harness/mcp-client.ts';
import { readWholeApi } from '../tools/api-documents.ts';
import { atMost } from './goals.ts';
import { type Ask, askerOf, senderOf } from './largest/asker.ts';
import { type Meter, type MeteredApi, type Mix, measureNeighbor } from './largest/neighbor.ts';
import { file, type LargeRequest, longText, requestsOf } from './largest/requests.ts';
import { orderBody, type Row, type Scene, serviceEntry, serviceEnv, shopUrl, startProgram } from './scene.ts';

const holdMsMax = 50;
const shownMax = 12;
/** RATE_LIMIT_PER_KEY unless set. */
const defaultPerSecond = '50';

interface Held extends Meter {
  operation: string;
  statuses: Set<number>;
}

/** Creates orders of every length and a batch of ten thousand rows, for the longest responses. */
async function fillAccount(ask: Ask): Promise<Record<string, unknown>> {
  const product = assertDefined(orderBody.products[0]);
  const metadata = Object.fromEntries(Array.from({ length: 20 }, (_, place) => [`field_${place}`, longText(400)]));
  const wide = JSON.stringify({ ...orderBody, products: Array(50).fill(product), max_price: 1_000_000, metadata });
  let orderId = '';
  for (let made = 0; made < 200; made += 1)
    orderId = JSON.parse((await ask('POST', '/orders', wide)).text).id ?? orderId;
  const batch = await ask('POST', '/orders/bulk', file);
  const { batch_id: batchId, id } = JSON.parse(batch.text);
  return { order_id: orderId, batch_id: batchId ?? id, url: `${shopUrl}/shop/products/test-success`, country: 'US' };
}

/** How long the most expensive requests of a free key block the event loop, and another caller's latency meanwhile. */
export async function measureLargest(scene: Scene): Promise<Row[]> {
  const [attacker, neighbor] = [assertDefined(scene.accounts[0]), assertDefined(scene.accounts[1])];
  const worker = await startProgram(serviceEntry, serviceEnv(scene, 'worker', shopUrl), null);
  try {
    const known = await withMeteredApi(scene, {}, ({ api }) => fillAccount(askerOf(api.url, attacker.key)));
    await worker.stop();
    const requests = requestsOf(readWholeApi(), known);
    const held = await withMeteredApi(scene, {}, async ({ api, readMeter }) => {
      const send = senderOf(api.url, attacker.key);
      // Warm up: first-use compilation is not part of a request's cost.
      for (const request of requests) await send(request);
      const each = await measureEach(requests, send, readMeter);
      return [...each, ...(await measureTools(api.url, attacker.key, known, readMeter))];
    });
    const limited = { RATE_LIMIT_PER_KEY: defaultPerSecond };
    const mixes = mixesOf(requests, held, known);
    const beside = await withMeteredApi(scene, limited, (metered) =>
      measureNeighbor(scene, metered, { attackerKey: attacker.key, neighborKey: neighbor.key, mixes }),
    );
    return [...holdRows(held), ...beside];
  } finally {
    await worker.stop();
  }
}

async function withMeteredApi<T>(
  scene: Scene,
  more: Record<string, string>,
  measure: (metered: MeteredApi) => Promise<T>,
): Promise<T> {
  const meterPort = await freePort();
  const env = { ...serviceEnv(scene, 'api', shopUrl), ...more, BENCH_METER_PORT: String(meterPort) };
  const api = await startProgram('bench/largest/metered-start.mjs', env, '/health');
  try {
    const readMeter = async (): Promise<Meter> =>
      JSON.parse(await (await fetch(`http://127.0.0.1:${meterPort}`)).text());
    return await measure({ api, readMeter });
  } finally {
    await api.stop();
  }
}

async function measureEach(
  requests: LargeRequest[],
  send: ReturnType<typeof senderOf>,
  readMeter: () => Promise<Meter>,
): Promise<Held[]> {
  const held = new Map<string, Held>();
  for (const request of requests) {
    const { operation } = request;
    await readMeter();
    const { status } = await send(request);
    await pause(5);
    const { cpuMs, wallMs, totalMs } = await readMeter();
    const before = held.get(operation) ?? { operation, cpuMs: 0, wallMs: 0, totalMs: 0, statuses: new Set() };
    before.statuses.add(status);
    before.totalMs = Math.max(before.totalMs, totalMs);
    if (cpuMs > before.cpuMs) Object.assign(before, { cpuMs, wallMs });
    held.set(operation, before);
  }
  return [...held.values()];
}

/** MCP tools with the longest arguments. */
async function measureTools(
  url: string,
  key: string,
  known: Record<string, unknown>,
  readMeter: () => Promise<Meter>,
): Promise<Held[]> {
  const client = await connectModern({ url, key });
  const held: Held[] = [];
  const text = longText(2000);
  const order = {
    ...orderBody,
    products: Array(50).fill(assertDefined(orderBody.products[0])),
    metadata: { reason: text },
  };
  const given: Record<string, Record<string, unknown>> = {
    search_products: { query: text.slice(0, 500), limit: 50 },
    list_orders: { limit: 50 },
    get_order: { order_id: known.order_id },
    track_order: { order_id: known.order_id },
    quote_order: order,
    place_order: order,
  };
  const call = (name: string) => client.call(name, given[name] ?? {}).catch(() => null);
  for (const name of await client.names()) {
    // Warm up.
    await call(name);
    await readMeter();
    await call(name);
    held.push({ operation: `MCP ${name}`, ...(await readMeter()), statuses: new Set() });
  }
  await client.close();
  return held;
}

function holdRows(held: Held[]): Row[] {
  const longest = held.toSorted((one, other) => other.cpuMs - one.cpuMs);
  const over = longest.filter(({ cpuMs }) => cpuMs > holdMsMax).length;
  return [
    {
      what: `${held.length} operations and tools; ${over} hold the loop for more than ${holdMsMax} ms of CPU`,
      goals: [atMost(over, 0)],
    },
    ...longest.slice(0, shownMax).map(({ operation, cpuMs, wallMs, statuses }) => ({
      what: `${operation} (${[...statuses].join(', ')})`,
      cpuMs,
      p99Ms: wallMs,
      goals: [atMost(cpuMs, holdMsMax, ' ms of CPU')],
    })),
  ];
}

/** Operations that use the most CPU, each on its own. */
const aloneMax = 6;

/** All requests in turn, and the most expensive operations alone. */
function mixesOf(requests: LargeRequest[], held: Held[], known: Record<string, unknown>): Mix[] {
  const tool = (name: string, given: object): LargeRequest => {
    const params = { name, arguments: given };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    return { operation: `MCP ${name}`, method: 'POST', path: '/mcp', body };
  };
  const all = [
    ...requests,
    tool('search_products', { query: 'a', limit: 50 }),
    tool('get_order', { order_id: known.order_id }),
    tool('quote_order', orderBody),
  ];
  const mostCpu = held.toSorted((one, other) => other.totalMs - one.totalMs).map(({ operation }) => operation);
  const alone = mostCpu.flatMap((what): Mix[] => {
    const own = all.filter(({ operation }) => operation === what);
    return own.length > 0 ? [{ what, requests: own }] : [];
  });
  return [{ what: 'every operation in turn', requests: all }, ...alone.slice(0, aloneMax)];
}
