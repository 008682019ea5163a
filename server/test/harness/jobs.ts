import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { seriousFindings } from './browser.ts';
import { complaintsOf } from './dashboard.ts';

/** Real jobs, done in a browser: each takes less than this. */
const clicksBelow = 12;
const msBelow = 60_000;

/**
 * Runs in the page as text. A person also clicks into each field they fill, and twice to choose from a list. The
 * browser reports clicks of the keyboard with a detail of 0.
 */
const countClicks = `{
  const count = (clicks) => sessionStorage.setItem('clicks', String(Number(sessionStorage.getItem('clicks') ?? 0) + clicks));
  const filled = new WeakSet();
  addEventListener('click', (event) => event.detail > 0 && count(1), true);
  addEventListener('change', ({ target }) => target.tagName === 'SELECT' && count(2), true);
  addEventListener('input', ({ target }) => {
    if (target.tagName === 'SELECT' || /^(checkbox|radio)$/.test(target.type) || filled.has(target)) return;
    filled.add(target);
    count(1);
  }, true);
}`;

export interface Job {
  page: Page;
  complaints: string[];
  startedAt: number;
}

/** Opens the page on which a job starts. */
export async function startJob(context: BrowserContext, path: string): Promise<Job> {
  const page = await context.newPage();
  await page.addInitScript(countClicks);
  const job = { page, complaints: complaintsOf(page), startedAt: performance.now() };
  await page.goto(path);
  return job;
}

/** It took few clicks and little time, without errors, and the page it ended on is accessible. */
export async function finishJob({ page, complaints, startedAt }: Job): Promise<void> {
  const ms = performance.now() - startedAt;
  expect(ms).toBeLessThan(msBelow);
  const clicks = Number(await page.evaluate<string>(`sessionStorage.getItem('clicks') ?? '0'`));
  console.info(
    `${expect.getState().currentTestName?.split(' > ').at(-1)}: ${clicks} clicks, ${(ms / 1000).toFixed(1)} s`,
  );
  expect(clicks).toBeGreaterThan(0);
  expect(clicks).toBeLessThan(clicksBelow);
  expect(complaints).toEqual([]);
  expect(await seriousFindings(page)).toEqual([]);
  await page.close();
}
