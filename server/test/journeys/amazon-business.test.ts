import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fieldsOf, listOf } from '../../src/kit/fields.ts';
import { reconciliationJobs } from '../../src/main/reconcile-daily.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { createMailer } from '../../src/platform/mailer/index.ts';
import { ledgerProblems } from '../harness/checks.ts';
import { type Contract, readContract } from '../harness/conforms.ts';
import { buyWithFourWorkers, wideLimits } from '../harness/four-workers.ts';
import { dashed, type LegacyClient, legacyClient, managed } from '../harness/legacy.ts';
import { startMailServer } from '../harness/mail-server.ts';
import { type OperatorClient, operatorEnv, personOn } from '../harness/operator.ts';
import { address, orderFor, startSystem, type TestSystem } from '../harness/system.ts';
import { amazonSettings } from '../stand-ins/amazon-business/bench.ts';
import type { Fault, Seen } from '../stand-ins/amazon-business/state.ts';
import { amazonCredentials, startAmazonStandIn } from '../stand-ins/amazon-business/store.ts';

// An operator adds Amazon with a business account, and clients of both APIs buy there.

/** The long form: 500 orders. */
const isWhole = process.env.TEST_WHOLE === '1';
/** Much faster than Amazon, with the same burst. The long form leaves a busy machine some time to be late. */
const perSecond = isWhole ? 25 : 50;

const wellBehaved = { rate: { perSecond, burst: 10 }, reportsPerPage: 100, reportWaits: 0 };

let shop: Awaited<ReturnType<typeof startAmazonStandIn>>;
let system: TestSystem;
let contract: Contract;
let operator: OperatorClient;
let client: LegacyClient;
let key: string;
beforeAll(async () => {
  shop = await startAmazonStandIn();
  shop.behave(wellBehaved);
  system = await startSystem({ withWorker: true, env: { ...operatorEnv, STORES_ALLOW_PRIVATE: 'true' } });
  contract = await readContract(system);
  operator = await personOn(system, contract);
  key = (await system.account('live', 10_000_000)).key;
  client = legacyClient(system, key);
});
afterAll(async () => {
  await system.stop();
  await shop.close();
});

const body = (more: Record<string, unknown> = {}) => ({
  name: 'amazon',
  kind: 'amazon-business',
  api_url: shop.origin,
  consent: { by: 'Acme', on: '2026-11-17' },
  credentials: amazonCredentials,
  track_every: '1s',
  settings: amazonSettings(shop.tokenUrl, { requests_per_second: perSecond, reports: true, invoices: true }),
  ...more,
});

async function until<T>(look: () => Promise<T>, isDone: (seen: T) => boolean): Promise<T> {
  const stopAt = Date.now() + 60_000;
  for (;;) {
    const seen = await look();
    if (isDone(seen)) return seen;
    if (Date.now() > stopAt) throw new Error(`It never came to that: ${JSON.stringify(seen)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

it('is refused with the field at fault, and nothing is written', async () => {
  const wrong = async (more: Record<string, unknown>) => {
    const { status, body: said } = await operator.post('/operator/stores', body(more));
    return [status, said.detail?.[0]?.loc?.join('.')];
  };
  const settings = amazonSettings(shop.tokenUrl);
  expect(await wrong({ settings: { ...settings, marketplace: 'XX' } })).toEqual([422, 'body.settings.marketplace']);
  expect(await wrong({ settings: { ...settings, region: 'eu' } })).toEqual([422, 'body.settings.region']);
  expect(await wrong({ credentials: { client_id: 'x' } })).toEqual([422, 'body.credentials']);
  const german = { ...settings, region: 'eu', marketplace: 'DE' };
  expect(await wrong({ settings: german })).toEqual([422, 'body.settings.principal_contains_tax']);
  expect((await operator.get('/operator/stores')).body.total).toBe(0);
});

it('is added, and checked by a trial order that buys nothing', async () => {
  const added = await operator.post(
    '/operator/stores',
    body({ settings: { ...body().settings, price_tolerance_percent: 20 } }),
  );
  expect(added.status, added.text).toBe(201);
  expect(added.body).toMatchObject({ url: 'https://www.amazon.com', currency: 'USD', kind: 'amazon-business' });
  expect(added.text).not.toContain(amazonCredentials.client_secret);
  const { body: listed } = await contract.get('/retailers?name=amazon', key);
  expect(listed.retailers).toMatchObject([
    { supported: true, bought_by: 'api', ways_to_buy: [{ way: 'api' }, {}, {}] },
  ]);
  const check = await operator.post('/operator/stores/amazon/check', { query: 'mug' });
  expect(check.body).toMatchObject({ ok: true, warnings: [expect.stringContaining('20%')] });
  expect(shop.seen('trial')).toHaveLength(1);
  expect(shop.state.orders).toEqual([]);
  const { settings } = body();
  await operator.call('/operator/stores/amazon', { method: 'PATCH', body: { settings } });
  expect((await operator.post('/operator/stores/amazon/check', { query: 'mug' })).body.warnings).toEqual([]);
});

it("buys a legacy client's order by its ASIN, tracks it and shows it", { timeout: 90_000 }, async () => {
  const asked = managed({ retailer: 'amazon', products: [{ product_id: 'B0MUG00001', quantity: 2 }], max_price: 5000 });
  const made = await client.post('/v1/orders', asked);
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  const path = `/v1/orders/${made.body.request_id}`;
  const read = async () => (await client.get(path)).body;
  const order = await until(read, ({ code }) => code !== 'request_processing');
  const reference = dashed(made.body.request_id);
  expect(order).toMatchObject({ _type: 'order_response', price_components: { total: 2706 } });
  expect(shop.soldUnder(reference)).toBe(1);
  const [sold] = shop.state.orders;
  expect(order.merchant_order_ids).toMatchObject([{ merchant_order_id: sold?.orderId }]);
  shop.advance(sold!.orderId);
  shop.advance(sold!.orderId);
  const shown = await until(read, ({ tracking }) => tracking?.[0]?.delivery_status === 'delivered');
  expect(shown.tracking).toMatchObject([{ carrier: 'Amazon', product_ids: ['B0MUG00001'] }]);
  expect(await ledgerProblems(system.database.db)).toEqual([]);
  const documents = await until(
    () => documentsOf(reference),
    ({ length }) => length > 0,
  );
  expect(documents).toMatchObject([{ kind: 'invoice', content_type: 'application/pdf', source: 'store' }]);
  const file = await system.get(`/orders/${reference}/documents/${documents[0].id}`, key);
  expect(file.text).toBe(shop.state.behavior.paper.toString());
  const { key: stranger } = await system.account('live');
  expect((await system.get(`/orders/${reference}/documents`, stranger)).status).toBe(404);
});

const documentsOf = async (id: string) => (await system.get(`/orders/${id}/documents`, key)).body.documents;

it('files no invoice that is no PDF, and does not fetch it again', { timeout: 90_000 }, async () => {
  shop.behave({ ...wellBehaved, paper: Buffer.from('<html>') });
  const made = await system.post('/orders', key, orderFor('https://www.amazon.com/dp/B0MUG00001'));
  const { id } = made.body;
  const sold = () => shop.state.orders.find(({ purchaseOrderNumber }) => purchaseOrderNumber === id);
  await until(
    async () => sold(),
    (order) => order !== undefined,
  );
  const before = shop.seen('file').length;
  shop.advance(sold()!.orderId);
  const jobOf = async () =>
    (
      await sql<{ payload: { unusable?: string[] } }>`
      select payload from jobs where kind = 'documents.fetch' and payload ->> 'orderId' = ${id}`.execute(
        system.database.db,
      )
    ).rows[0];
  await until(jobOf, (job) => job?.payload.unusable?.length === 1);
  const looks = shop.seen('invoices').length;
  await sql`update jobs set run_at = now() where kind = 'documents.fetch'`.execute(system.database.db);
  await until(
    async () => shop.seen('invoices').length,
    (count) => count > looks,
  );
  expect(shop.seen('file').length - before).toBe(1);
  expect(await documentsOf(id)).toEqual([]);
  shop.behave(wellBehaved);
});

const faults = ['lost before', 'lost after', 'html', 500, 429, 503, 504] as const;
const steps = ['product', 'trial', 'order', 'details'] as const;

it('buys each order once, with a fault at every step and four workers within the rate', {
  timeout: isWhole ? 1_800_000 : 900_000,
}, async () => {
  await operator.call('/operator/stores/amazon', { method: 'PATCH', body: { limits: wideLimits, track_every: '1d' } });
  // Every order ships to its own postal code, by which the stand-in recognizes its calls.
  const codes = Array.from({ length: isWhole ? 500 : faults.length }, (_, index) => String(90_001 + index));
  const planned = new Map<string, Fault>();
  for (const [index, code] of codes.entries()) {
    const stride = 1 + (Math.floor(index / faults.length) % faults.length);
    for (const [place, step] of steps.entries()) {
      planned.set(`${step} ${code}`, faults[(index + place * stride) % faults.length]!);
    }
  }
  const lostAfter = codes.filter((code) => planned.get(`order ${code}`) === 'lost after');
  const submitted = new Map<string, string>();
  const lookups: { code: string; at: number }[] = [];
  shop.spoil('token', 500);
  shop.endTokens();
  shop.state.chooseFault = (call) => {
    if (call.operation === 'token') return shop.state.faults.shift()?.fault ?? null;
    const code = shipsTo(call) ?? submitted.get(call.path.split('/').at(-1)!);
    if (call.operation === 'order') submitted.set(String(call.body.externalId), code!);
    const step = `${call.operation} ${code}`;
    const fault = planned.get(step) ?? null;
    planned.delete(step);
    if (call.operation === 'details' && code && !fault) lookups.push({ code, at: call.at });
    return fault;
  };
  const bodies = codes.map((postal_code) => {
    const url = `https://www.amazon.com/Enamel-Mug/dp/B0MUG00001?th=${postal_code}`;
    return orderFor(url, { shipping_address: { ...address, postal_code } });
  });
  const ended = await buyWithFourWorkers(system, key, bodies, isWhole ? 25_000 : 2000);
  delete shop.state.chooseFault;
  expect([...planned.keys()]).toEqual([]);
  expect(ended.filter(({ why }) => why !== null)).toEqual([]);
  for (const { id, status } of ended) expect([id, status, shop.soldUnder(id)]).toEqual([id, 'order_placed', 1]);
  // A lost answer is found with the first look-up that Amazon answers.
  for (const code of lostAfter) {
    const { endedAt } = ended[codes.indexOf(code)]!;
    expect(lookups.filter((lookup) => lookup.code === code && lookup.at <= endedAt)).toHaveLength(1);
  }
  expect(lostAfter.length).toBeGreaterThan(0);
  expect(shop.state.refused).toEqual([]);
});

/** The postal code that a call ships to. */
function shipsTo({ path, body: sent }: Seen): string | undefined {
  const shipping = listOf(sent.attributes)
    .map(fieldsOf)
    .find(({ address: to }) => to !== undefined);
  const code =
    fieldsOf(shipping?.address).postalCode ?? new URL(path, shop.origin).searchParams.get('shippingPostalCode');
  return typeof code === 'string' ? code : undefined;
}

it('names purchases in the account that Errand does not know, once each', async () => {
  const post = await startMailServer();
  const { config: plain, clock } = system;
  const config = { ...plain, smtpUrl: post.url };
  const logger = createLogger({ level: 'silent' });
  const mailer = createMailer({ ...config, clock, logger });
  const { run } = reconciliationJobs({ ...system, config, logger, mailer })['stores.reconcile'];
  let payload: { told?: string[]; comparedAt?: string } = {};
  const rescheduleAt = async (_db: unknown, _at: Date, next?: typeof payload) => {
    payload = next ?? {};
  };
  const reconcile = () => run({ payload } as never, { rescheduleAt } as never);
  try {
    await reconcile();
    expect(post.mails).toEqual([]);
    const byHand = shop.buyByHand('PO-of-a-person');
    await reconcile();
    await reconcile();
    expect(post.mails.map(({ to }) => to)).toHaveLength(2);
    const [mail] = post.mails;
    expect(mail?.subject).toBe('Unknown purchases: 1');
    for (const { orderId } of shop.state.orders) expect(mail?.text.includes(orderId)).toBe(orderId === byHand);
    // A store that can't be compared is reported once, until it can.
    shop.behave({ ...wellBehaved, hasReports: false });
    await reconcile();
    await reconcile();
    expect(post.mails.slice(2).map(({ subject }) => subject)).toEqual(Array(2).fill('Stores not reconciled: 1'));
    expect(post.mails[2]?.text).toMatch(/amazon: .+/);
    // What was bought while it couldn't be compared is found afterwards.
    const missed = shop.buyByHand('PO-of-another-person');
    const days = (count: number) => new Date(Date.now() - count * 86_400_000);
    shop.state.orders.at(-1)!.placedAt = days(5);
    shop.behave(wellBehaved);
    payload = { ...payload, comparedAt: days(4).toISOString() };
    await reconcile();
    expect(post.mails.slice(4).map(({ text }) => text.includes(missed))).toEqual([true, true]);
  } finally {
    await post.stop();
  }
});
