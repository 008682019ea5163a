import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createChromium, findChromium, noChromium } from './chromium.ts';

const call = () => AbortSignal.timeout(60_000);

it('explains in one line that Chromium is missing', async () => {
  expect(findChromium(null, [])).toBeNull();
  const chromium = createChromium({ path: '/nowhere/chromium', atOnce: 1 });
  await expect(chromium.lease(call())).rejects.toThrow(`${noChromium} It is currently /nowhere/chromium.`);
  expect(noChromium).not.toContain('\n');
});

describe.skipIf(findChromium() === null)('the browser of a process', { timeout: 120_000 }, () => {
  it('is killed when it uses too much memory, and started again for the next session', async () => {
    const told = Promise.withResolvers<number>();
    const chromium = createChromium({ path: null, atOnce: 1, memoryMb: 10, onTooMuch: told.resolve });
    const first = await chromium.lease(call());
    const gone = new Promise((resolve) => first.browser.once('disconnected', resolve));
    expect(await told.promise).toBeGreaterThan(10);
    await gone;
    first.release();
    const second = await chromium.lease(call());
    expect(second.browser.isConnected()).toBe(true);
    second.release();
    await chromium.close();
  });

  it('is killed when a page sends this process more than it can read, and started again', async () => {
    const told = Promise.withResolvers<string>();
    const chromium = createChromium({ path: null, atOnce: 1, onFlood: told.resolve });
    const first = await chromium.lease(call());
    const gone = new Promise((resolve) => first.browser.once('disconnected', resolve));
    const page = await first.browser.newPage();
    const script = 'setTimeout(() => console.log("x".repeat(20_000_000)))';
    await page.goto(`data:text/html,<script>${script}</script>`, { waitUntil: 'commit' });
    expect(await told.promise).toBe('a message was too long');
    await gone;
    first.release();
    const second = await chromium.lease(call());
    expect(await (await second.browser.newPage()).evaluate('6 * 7')).toBe(42);
    second.release();
    await chromium.close();
  });

  it('limits sessions, and frees the slot of one that waits for a person', async () => {
    const chromium = createChromium({ path: null, atOnce: 1 });
    const first = await chromium.lease(call());
    const waiting = chromium.lease(call());
    await expect(chromium.lease(AbortSignal.timeout(50))).rejects.toThrow();
    first.park();
    const second = await waiting;
    second.release();
    first.release();
    await chromium.close();
  });

  it('exits with its process, however that ends', async () => {
    const script = `
      import { createChromium } from ${JSON.stringify(new URL('./chromium.ts', import.meta.url).href)};
      import { processesOf } from ${JSON.stringify(new URL('./memory-watch.ts', import.meta.url).href)};
      const { browser } = await createChromium({ path: null, atOnce: 1 }).lease(AbortSignal.timeout(60000));
      await browser.newPage();
      console.log(JSON.stringify(await processesOf(browser)));
      setInterval(() => {}, 1e6);`;
    const worker = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(worker.stdout, 'data')) as [Buffer];
    const pids = JSON.parse(String(line)) as number[];
    expect(pids.length).toBeGreaterThan(1);
    expect(pids.every(isAlive)).toBe(true);
    worker.kill('SIGKILL');
    await expect.poll(() => pids.filter(isAlive), { timeout: 20_000, interval: 100 }).toEqual([]);
  });
});

const isAlive = (pid: number): boolean => existsSync(`/proc/${pid}/smaps_rollup`);
