// Opens the overview of an account with many orders in Chromium: `npm run bench -- overview`, or with another number of orders behind it.
import { type Browser, chromium } from 'playwright-core';
import { findChromium } from '../server/src/connectors/browser/chromium.ts';
import { assertDefined } from '../server/src/kit/assert-defined.ts';
import { migrate, openDatabase } from '../server/src/platform/database/index.ts';
import { startDebianPostgres } from '../tools/debian-postgres.ts';
import { signIn } from '../tools/screenshots/seed.ts';
import { type Service, startService } from '../tools/screenshots/service.ts';
import { growthSettings, sumUp } from './growth/measure-growth.ts';
import { bigAccountEmail, seed } from './growth/seed.ts';

const rounds = 3;

interface Opened {
  requests: number;
  bytes: number;
  shift: number;
  ms: number;
}

/** As text, since it runs in the page. */
const watchShifts = `
  globalThis.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.shifted += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });`;

/** At most 8 requests, 60 KB of JSON before compression and a layout shift of 0.05, on a desktop and on a phone. */
export async function measureOverview(orders: number): Promise<void> {
  // Nothing of it has to outlive the run.
  process.env.TMPDIR = '/dev/shm';
  const postgres = assertDefined(await startDebianPostgres(growthSettings));
  const database = openDatabase({ url: postgres.url, poolMax: 1, statementTimeoutMs: 3_600_000 });
  try {
    await migrate(database.db);
    await seed(database.db, orders);
    await sumUp(database.db);
    const service = await startService({ DATABASE_URL: postgres.url, ROLE: 'api', RATE_LIMIT_PER_KEY: '0' });
    const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: ['--no-sandbox'] });
    try {
      console.log(
        `| ${orders.toLocaleString('en')} orders | requests | KB of JSON | layout shift | ms until all is shown |`,
      );
      console.log('|---|--:|--:|--:|--:|');
      for (const width of [1280, 390]) await printResult(browser, service, width);
    } finally {
      await browser.close();
      await service.stop();
    }
  } finally {
    await database.close();
    await postgres.stop();
  }
}

/** The worst of all rounds, and the middle one of the times. */
async function printResult(browser: Browser, service: Service, width: number): Promise<void> {
  const viewport = { width, height: 800 };
  // The page would refuse what waits in it.
  const context = await browser.newContext({ baseURL: service.url, viewport, bypassCSP: true });
  await signIn(context, service, bigAccountEmail);
  const all: Opened[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const page = await context.newPage();
    await page.addInitScript(watchShifts);
    const answers: Promise<number>[] = [];
    page.on('response', (response) => {
      if (response.headers()['content-type']?.includes('json')) {
        answers.push(response.body().then(({ byteLength }) => byteLength));
      }
    });
    const startedAt = performance.now();
    await page.goto('/app');
    await page.getByText('Latest orders').waitFor();
    await page.waitForFunction('!document.querySelector(".skeleton")');
    const ms = performance.now() - startedAt;
    await page.waitForLoadState('networkidle');
    const sizes = await Promise.all(answers);
    const shift = await page.evaluate<number>('shifted');
    all.push({ requests: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0), shift, ms });
    await page.close();
  }
  await context.close();
  const worst = (of: (one: Opened) => number) => Math.max(...all.map(of));
  const times = all.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const kilobytes = (worst(({ bytes }) => bytes) / 1000).toFixed(1);
  const shift = worst((one) => one.shift).toFixed(3);
  const middle = Math.round(assertDefined(times[Math.floor(rounds / 2)]));
  console.log(`| ${width} px wide | ${worst(({ requests }) => requests)} | ${kilobytes} | ${shift} | ${middle} |`);
}
