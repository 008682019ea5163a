// Takes the pictures of README.md and docs/ from a seeded sandbox, in both themes, and records the first order.
// `npm run screenshots -- orders wallet` takes only these pages.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { findChromium } from '../server/src/connectors/browser/chromium.ts';
import { recordFirstOrder } from './screenshots/first-order.ts';
import { callerIn, type Made, seed, signIn } from './screenshots/seed.ts';
import { startService } from './screenshots/service.ts';

const root = join(import.meta.dirname, '..');
const asked = process.argv.slice(2);
const folder = join(root, 'docs', 'pictures');
const operatorEmail = 'operator@example.com';
const themes = ['light', 'dark'] as const;

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
    const shown = await browser.newContext({
      baseURL: service.url,
      reducedMotion: 'reduce',
      colorScheme: theme,
      storageState: state,
      viewport: { width: 1120, height: 700 },
    });
    const page = await shown.newPage();
    for (const [name, path] of Object.entries(pages))
      if (asked.length === 0 || asked.includes(name)) await take(page, path, `${name}-${theme}`);
    await shown.close();
  }
  if (asked.length === 0) {
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
  await page.screenshot({ path: join(folder, `${name}.jpg`), type: 'jpeg', quality: 68 });
}

function pagesOf(made: Made, accountId: string): Record<string, string> {
  return {
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
}
