import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';

const checkEveryMs = 2_000;

/** Process IDs of a browser, its main process first. */
export async function processesOf(browser: Browser): Promise<number[]> {
  const session = await browser.newBrowserCDPSession();
  try {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    const isBrowser = ({ type }: { type: string }): number => (type === 'browser' ? 0 : 1);
    return processInfo.sort((one, other) => isBrowser(one) - isBrowser(other)).map(({ id }) => id);
  } finally {
    await session.detach().catch(() => {});
  }
}

/** The process group: if a script started Chromium, the script leads the group. */
async function processGroupOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8');
  // After the name in brackets: state, parent, group.
  return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[2]);
}

/** Proportional memory of a process in megabytes; 0 if unknown. */
async function memoryOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  const [, kilobytes = '0'] = /^Pss:\s+(\d+) kB/m.exec(text) ?? [];
  return Number(kilobytes) / 1024;
}

/**
 * Kills a browser whose processes together use too much memory: the heap limit of one page covers neither images nor other
 * pages. Its orders are retried or reconciled.
 */
export function watchMemory(browser: Browser, mostMb: number, onTooMuch: (megabytes: number) => void): void {
  const checkMemory = async (): Promise<void> => {
    const [own, ...others] = await processesOf(browser);
    if (own === undefined) return;
    const sizes = await Promise.all([own, ...others].map(memoryOf));
    const megabytes = Math.round(sizes.reduce((sum, size) => sum + size, 0));
    if (megabytes <= mostMb) return;
    onTooMuch(megabytes);
    process.kill(-(await processGroupOf(own)), 'SIGKILL');
  };
  const timer = setInterval(() => void checkMemory().catch(() => {}), checkEveryMs);
  timer.unref();
  browser.once('disconnected', () => clearInterval(timer));
}
