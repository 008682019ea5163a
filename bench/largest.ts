import { setTimeout as pause } from 'node:timers/promises';
import { assertDefined } from '../server/src/kit/assert-defined.ts';
import { freePort } from '../server/test/harness/free-port.ts';
import { connectModern } from '../server/test/harness/mcp-client.ts';
import { readWholeApi } from '../tools/api-documents.ts';
import { load } from './ask.ts';
import { atMost } from './goals.ts';
import { file, type LargeRequest, longText, requestsOf } from './largest/requests.ts';
import { orderBody, type Row, type Scene, serviceEntry, serviceEnv, shopUrl, startProgram } from './scene.ts';

const holdMsMax = 50;
const shownMax = 12;

interface Meter {
  cpuMs: number;
  wallMs: number;
}

interface Held extends Meter {
  operation: string;
  statuses: Set<number>;
}

type Ask = (method: string, path: string, body?: string | null) => Promise<{ status: number; text: string }>;

const askerOf =
  (url: string, key: string): Ask =>
  async (method, path, body = null) => {
    const headers = {
      authorization: `Bearer ${key}`,
      ...(body === null ? {} : { 'content-type': 'application/json' }),
    };
    const response = await fetch(url + path, { method, headers, body, redirect: 'manual' });
    return { status: response.status, text: await response.text() };
  };

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
  const meterPort = await freePort();
  const worker = await startProgram(serviceEntry, serviceEnv(scene, 'worker', shopUrl), null);
  const env = { ...serviceEnv(scene, 'api', shopUrl), BENCH_METER_PORT: String(meterPort) };
  const api = await startProgram('bench/largest/metered-start.mjs', env, '/health');
  try {
    const ask = askerOf(api.url, attacker.key);
    const known = await fillAccount(ask);
    await worker.stop();
    const requests = requestsOf(readWholeApi(), known);
    const readMeter = async (): Promise<Meter> =>
      JSON.parse(await (await fetch(`http://127.0.0.1:${meterPort}`)).text());
    const send = ({ method, path, body }: LargeRequest) => ask(method, path, body).catch(() => ({ status: 0 }));
    // Warm up: first-use compilation is not part of a request's cost.
    for (const request of requests) await send(request);
    const held = await measureEach(requests, send, readMeter);
    const tools = await measureTools(api.url, attacker.key, known, readMeter);
    return [
      ...holdRows([...held, ...tools]),
      ...(await measureNeighbor(scene, api.port, neighbor.key, requests, send)),
    ];
  } finally {
    await api.stop();
    await worker.stop();
  }
}

async function measureEach(
  requests: LargeRequest[],
  send: (request: LargeRequest) => Promise<{ status: number }>,
  readMeter: () => Promise<Meter>,
): Promise<Held[]> {
  const held = new Map<string, Held>();
  for (const request of requests) {
    const { operation } = request;
    await readMeter();
    const { status } = await send(request);
    await pause(5);
    const { cpuMs, wallMs } = await readMeter();
    const before = held.get(operation) ?? { operation, cpuMs: 0, wallMs: 0, statuses: new Set() };
    before.statuses.add(status);
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
    const { cpuMs, wallMs } = await readMeter();
    held.push({ operation: `MCP ${name}`, cpuMs, wallMs, statuses: new Set() });
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

/** One caller reads its wallet, alone and next to another that sends all of these. */
async function measureNeighbor(
  scene: Scene,
  port: number,
  key: string,
  requests: LargeRequest[],
  send: (request: LargeRequest) => Promise<{ status: number }>,
): Promise<Row[]> {
  const read = { method: 'GET', path: '/wallet', key, body: null };
  const plan = { port, clients: 1, seconds: scene.seconds * 2, requests: [read], status: 200, pauseMs: 10 };
  await load(plan);
  const quiet = await load(plan);
  let isOn = true;
  const attack = (async () => {
    for (let next = 0; isOn; next += 1) await send(assertDefined(requests[next % requests.length]));
  })();
  const beside = await load(plan);
  isOn = false;
  await attack;
  const ratio = beside.p99Ms / quiet.p99Ms;
  return [
    { what: 'GET /wallet of a neighbor', p50Ms: quiet.p50Ms, p99Ms: quiet.p99Ms },
    {
      what: 'the same beside these requests',
      p50Ms: beside.p50Ms,
      p99Ms: beside.p99Ms,
      ratio,
      goals: [atMost(ratio, 2, ' times its p99 alone')],
    },
  ];
}
