import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type Browser, chromium as playwright } from 'playwright-core';
import { createChromium, findChromium } from '../server/src/connectors/browser/chromium.ts';
import { connectorOf } from '../server/src/connectors/browser/index.ts';
import { ownRecipes, parseRecipe } from '../server/src/connectors/browser/load-recipe.ts';
import type { Connector, PurchaseRequest } from '../server/src/connectors/contract.ts';
import { systemClock as clock } from '../server/src/kit/clock.ts';
import { createLogger } from '../server/src/platform/logger.ts';
import { createDial } from '../server/src/platform/outgoing/index.ts';
import { startPagesSessions } from '../server/test/harness/pages-shop/connector.ts';
import { liveStore, requestFor, storeAccount } from '../server/test/harness/stores/request.ts';
import { startEverShop } from '../tools/stores/evershop.ts';
import { openEverShopAdmin } from '../tools/stores/evershop-admin.ts';
import { ensureInstalled } from '../tools/stores/install.ts';
import { atMost } from './goals.ts';
import { median, type Row, type Scene, timed } from './scene.ts';

const purchases = 5;
const atOnce = 20;
const password = 'Long-enough-1';
const slug = 'ceramic-coffee-cup-black';

/** A purchase at a pages-only store compared with a bare script, and twenty at once with two browsers. */
export async function measurePages(_scene: Scene): Promise<Row[]> {
  return [...(await againstScript()), await manyAtOnce()];
}

async function againstScript(): Promise<Row[]> {
  const shop = await startEverShop(await ensureInstalled('evershop', console.log));
  const admin = await openEverShopAdmin(shop);
  const chromium = createChromium({ path: null, atOnce: 1 });
  const bare = await playwright.launch({ executablePath: findChromium() ?? '', chromiumSandbox: false });
  try {
    const account = storeAccount('bench@example.com', password);
    await admin.register({ email: account.email, password });
    const recipe = parseRecipe(readFileSync(`${ownRecipes}/evershop.json`, 'utf8'), 'evershop');
    const kind = { chromium, dial: createDial({ allowPrivate: true }), saveRecording: async () => {} };
    const needs = { clock, logger: createLogger({ level: 'silent' }) };
    const connector = connectorOf(liveStore('browser', shop.url, { payment: 'cod' }), recipe, kind, needs);
    const state = await logInBare(bare, shop.url, account.email);
    const direct: number[] = [];
    const walked: number[] = [];
    for (let turn = 0; turn <= purchases; turn += 1) {
      const times = [
        await timed(() => buyBare(bare, shop.url, state)),
        await timed(() => buy(connector, requestFor([{ productId: slug, variant: black }], { account }))),
      ];
      // The first one warms up.
      if (turn === 0) continue;
      direct.push(times[0] ?? 0);
      walked.push(times[1] ?? 0);
    }
    const ratio = median(walked) / median(direct);
    return [
      row('a purchase at a real EverShop, by a bare script', direct),
      { ...row('the same by its recipe', walked), ratio, goals: [atMost(ratio, 1.1)] },
    ];
  } finally {
    await bare.close();
    await chromium.close();
    await admin.close();
    await shop.stop();
  }
}

const black = [{ label: 'Color', value: 'Black' }];

async function buy(connector: Connector, request: PurchaseRequest): Promise<void> {
  const call = { signal: AbortSignal.timeout(600_000) };
  const prepared = await connector.prepare?.(request, call);
  if (prepared?.kind !== 'ready') throw new Error(`Not ready: ${JSON.stringify(prepared)}`);
  const outcome = await connector.submit?.(prepared.checkout, request, call);
  if (outcome?.kind !== 'placed') throw new Error(`Not placed: ${JSON.stringify(outcome)}`);
}

type State = Awaited<ReturnType<Awaited<ReturnType<Browser['newContext']>>['storageState']>>;

async function logInBare(browser: Browser, url: string, email: string): Promise<State> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${url}/account/login?redirect=/account/orders`, { waitUntil: 'networkidle' });
  await page.fill('#loginForm [name=email]', email);
  await page.fill('#loginForm [name=password]', password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForSelector('.account');
  const state = await context.storageState();
  await context.close();
  return state;
}

/** The same pages and fields in the same order, without any checks. */
async function buyBare(browser: Browser, url: string, storageState: State): Promise<void> {
  const context = await browser.newContext({ storageState, viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const pick = async (field: string, name: string): Promise<void> => {
    await page.click(`[id='field-shippingAddress.${field}']`);
    await page.getByRole('option', { name, exact: true }).click();
  };
  await page.goto(`${url}/account/orders`);
  await page.waitForSelector('.account h2');
  await page.goto(`${url}/cart`);
  await page.waitForSelector('.cart__item, .empty-shopping-cart');
  await page.goto(`${url}/${slug}`, { waitUntil: 'networkidle' });
  await page.locator('.variant-option-list button', { hasText: 'Black' }).click();
  await page.waitForSelector('.variant-option-list li.selected');
  await page.fill('#productForm [name=qty]', '1');
  await Promise.all([
    page.waitForResponse((response) => /\/api\/.*cart/.test(response.url())),
    page.locator('#productForm button', { hasText: 'Add to cart' }).click(),
  ]);
  await page.goto(`${url}/cart`);
  await page.waitForSelector('.cart__item');
  await page.goto(`${url}/checkout`);
  await page.fill("[name='shippingAddress.full_name']", 'Bare Script');
  await page.fill("[name='shippingAddress.telephone']", '+15125550100');
  await page.fill("[name='shippingAddress.address_1']", '100 Congress Avenue');
  await page.fill("[name='shippingAddress.city']", 'Austin');
  await pick('country', 'United States');
  await pick('province', 'Texas');
  await page.fill("[name='shippingAddress.postcode']", '78701');
  await page.locator('.shipping-methods-list [role=radio]').first().click();
  await page.locator(".payment-methods-list label:has([id='payment-method-cod']) [role=radio]").click();
  await page.waitForSelector('.cart__total__summary .summary-row:has-text("Shipping (")');
  await page.locator('.checkout-button-section button:not([disabled])').click();
  await page.waitForURL(/checkout\/success/);
  await page.waitForSelector('.checkout-success-customer-info');
  await context.close();
}

/** Each with its own account, at our own shop. None may be lost, and memory stays bounded. */
async function manyAtOnce(): Promise<Row> {
  const visits = await startPagesSessions(2);
  const connector = visits.connect({ patience_seconds: 120 });
  let peakMb = 0;
  const watch = setInterval(() => {
    peakMb = Math.max(peakMb, memoryOfChildren());
  }, 500);
  try {
    const accounts = Array.from({ length: atOnce }, (_, index) => storeAccount(`many-${index}@example.com`, password));
    for (const { email } of accounts) visits.shop.register(email, password);
    const times = await Promise.all(
      accounts.map((account) => timed(() => buy(connector, requestFor([{ productId: 'lamp' }], { account })))),
    );
    if (visits.shop.orders.length !== atOnce) throw new Error(`${visits.shop.orders.length} of ${atOnce} were sold.`);
    return { ...row('20 at once at a shop of pages, two places, none lost', times), memoryMb: peakMb };
  } finally {
    clearInterval(watch);
    await visits.stop();
  }
}

/** Of all child processes, in MiB. */
function memoryOfChildren(): number {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,rss='], { encoding: 'utf8' }).trim().split('\n');
  const rows = lines.map((line) => line.trim().split(/\s+/).map(Number));
  const below = new Set([process.pid]);
  for (let before = 0; before !== below.size; ) {
    before = below.size;
    for (const [pid = 0, parent = 0] of rows) if (below.has(parent)) below.add(pid);
  }
  below.delete(process.pid);
  return rows.reduce((sum, [pid = 0, , rss = 0]) => sum + (below.has(pid) ? rss / 1024 : 0), 0);
}

const row = (what: string, times: number[]): Row => ({
  what,
  p50Ms: median(times),
  p99Ms: Math.max(...times),
});
