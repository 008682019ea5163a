// Pictures of the pages for the README and the docs, from a seeded sandbox, in both themes; and the first order, animated.
// With names behind it only those pages; `--look` takes every page at 390 and 1280 px into artifacts/, to be looked at.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { findChromium } from '../server/src/connectors/browser/chromium.ts';
import { recordFirstOrder } from './screenshots/first-order.ts';
import { callerIn, type Made, seed, signIn } from './screenshots/seed.ts';
import { startService } from './screenshots/service.ts';

const root = join(import.meta.dirname, '..');
const asked = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const isLook = process.argv.includes('--look');
const folder = join(root, ...(isLook ? ['artifacts', 'look'] : ['docs', 'pictures']));
const operatorEmail = 'operator@example.com';
const themes = ['light', 'dark'] as const;
const widths = isLook ? ([1280, 390] as const) : ([1120] as const);

const service = await startService({
  SANDBOX_TIME_SCALE: '0',
  OPERATOR_EMAILS: operatorEmail,
  RATE_LIMIT_PER_KEY: '0',
  WEBHOOK_ALLOW_PRIVATE: 'true',
});
const browser = await chromium.launch({
  executablePath: findChromium() ?? '',
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const context = await browser.newContext({ baseURL: service.url, reducedMotion: 'reduce' });
  await signIn(context, service, operatorEmail);
  const call = callerIn(context, service);
  const made = await seed(call, service);
  const me = await call('/me');
  const pages = pagesOf(made, String(me.account_id));
  await mkdir(folder, { recursive: true });
  const state = await context.storageState();
  await context.close();
  for (const theme of themes) {
    for (const width of widths) {
      const shown = await browser.newContext({
        baseURL: service.url,
        reducedMotion: 'reduce',
        colorScheme: theme,
        storageState: state,
        viewport: { width, height: width === 390 ? 844 : isLook ? 800 : 700 },
      });
      const page = await shown.newPage();
      for (const [name, path] of Object.entries(pages)) {
        if (asked.length === 0 || asked.includes(name))
          await take(page, path, `${name}-${isLook ? `${width}-` : ''}${theme}`);
      }
      await shown.close();
    }
  }
  if (!isLook && asked.length === 0) {
    await writeFile(join(folder, 'first-order.gif'), await recordFirstOrder(browser, service));
  }
} finally {
  await browser.close();
  await service.stop();
}

async function take(page: Page, path: string, name: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.locator('.skeleton, .hit-skeleton').first().waitFor({ state: 'detached' });
  await page.waitForTimeout(150);
  if (isLook) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
  else await page.screenshot({ path: join(folder, `${name}.jpg`), type: 'jpeg', quality: 68 });
}

function pagesOf(made: Made, accountId: string): Record<string, string> {
  const shown = {
    overview: '/app',
    buy: '/app/buy?q=desk%20lamp',
    orders: '/app/orders',
    order: `/app/orders/${made.orderId}`,
    tracking: `/track/${made.orderId}`,
    bulk: `/app/bulk/${made.batchId}`,
    return: `/app/returns/${made.returnId}`,
    wallet: '/app/wallet',
    keys: '/app/keys',
    case: `/app/cases/${made.orderId}`,
    webhooks: '/app/webhooks',
    operations: '/app/operator',
    customer: `/app/operator/customers/${accountId}`,
  };
  if (!isLook) return shown;
  return {
    ...shown,
    'bulk-list': '/app/bulk',
    returns: '/app/returns',
    cases: '/app/cases',
    usage: '/app/usage',
    policies: '/app/policies',
    accounts: '/app/accounts',
    account: `/app/accounts/${made.retailerAccount}`,
    linked: '/app/accounts/linked',
    'key-dialog': '/app/keys?dialog=new',
    'no-page': '/app/nothing-here',
    'buy-start': '/app/buy',
    checkout: `/app/buy/checkout?url=${encodeURIComponent(`${service.url}/shop/products/test-success`)}`,
    'bulk-new': '/app/bulk/new',
    requests: '/app/requests',
    team: '/app/team',
    settings: '/app/settings',
    device: '/device',
    'operator-order': `/app/operator/orders/${made.orderId}`,
    'operator-retailers': '/app/operator/retailers',
    'operator-key': `/app/operator/keys/${made.keyId}`,
    'operator-mail': `/app/operator/mails/${made.orderId}`,
    'operator-audit': '/app/operator/audit',
    'operator-credits': '/app/operator/credits',
    'operator-cases': '/app/operator/cases',
    'operator-case': `/app/operator/cases/${made.orderId}`,
    'operator-desk': '/app/operator/desk',
    'operator-doubts': '/app/operator/doubts',
    'operator-charges': '/app/operator/charges',
    'operator-returns': '/app/operator/returns',
    'operator-retailer': '/app/operator/retailers/walmart',
    'operator-monitoring': '/app/operator/monitoring',
    'operator-alerts': '/app/operator/alerts',
    'operator-incidents': '/app/operator/incidents',
    'operator-visits': '/app/operator/visits',
    'operator-webhooks': '/app/operator/webhooks',
    'operator-second-factor': '/app/operator/second-factor',
    'operator-stores': '/app/operator/stores',
    'operator-new-store': '/app/operator/stores/_new',
  };
}
