import gifenc from 'gifenc';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { PNG } from 'pngjs';
import type { Service } from './service.ts';

const width = 760;
const height = 520;

/** Records an order from an empty sandbox to delivery. */
export async function recordFirstOrder(browser: Browser, service: Service): Promise<Uint8Array> {
  const context = await browser.newContext({
    baseURL: service.url,
    reducedMotion: 'reduce',
    colorScheme: 'light',
    viewport: { width, height },
  });
  await signIn(context, service, 'newcomer@example.com');
  const page = await context.newPage();
  const gif = gifenc.GIFEncoder();
  const show = (ms: number) => addFrame(gif, page, ms);
  await page.goto('/app');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await show(1800);
  await page.goto('/app/buy?q=desk%20lamp');
  await page.getByRole('article').first().waitFor();
  await show(1800);
  await page.goto(`/app/buy/checkout?url=${encodeURIComponent(`${service.url}/shop/products/test-success`)}`);
  await page.getByRole('button', { name: 'Use a test address' }).click();
  await page.getByLabel(/^Maximum price/).fill('50');
  await show(1600);
  await page.getByRole('button', { name: 'Review order' }).click();
  await page.getByRole('button', { name: /^Place order/ }).waitFor();
  await show(1600);
  await page.getByRole('button', { name: /^Place order/ }).click();
  await page.waitForURL(/\/app\/orders\/[0-9a-f-]{36}$/);
  await show(1400);
  await page.getByRole('list', { name: 'Order progress' }).getByText('Delivered').waitFor();
  await page.waitForTimeout(4000);
  await page.reload();
  await page.getByRole('list', { name: 'Order progress' }).waitFor();
  await show(3000);
  await context.close();
  gif.finish();
  return gif.bytes();
}

async function addFrame(gif: ReturnType<typeof gifenc.GIFEncoder>, page: Page, ms: number): Promise<void> {
  const { data } = PNG.sync.read(await page.screenshot({ type: 'png' }));
  const palette = gifenc.quantize(data, 64);
  gif.writeFrame(gifenc.applyPalette(data, palette), width, height, { palette, delay: ms });
}

/** Signs a person in with the emailed link. */
async function signIn(context: BrowserContext, service: Service, email: string): Promise<void> {
  const page = await context.newPage();
  await page.goto('/sign-in');
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Send sign-in link' }).click();
  await page
    .getByText('Check your email')
    .or(page.getByRole('link', { name: 'Open the mailbox' }))
    .first()
    .waitFor();
  await page.goto(await service.linkFor(email));
  await page.waitForURL(/\/app/);
  await page.close();
}
