import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';

const checkEveryMs = 2_000;

/** The processes of a browser: itself first, then those that it started. */
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

/** The group of a process: Chromium may have been started by a script, which is the first of its group then. */
async function processGroupOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8');
  // After the name in brackets: state, parent, group.
  return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[2]);
}

/** What a process has in memory, its share of what it shares with others; 0 where that cannot be told. */
async function memoryOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  const [, kilobytes = '0'] = /^Pss:\s+(\d+) kB/m.exec(text) ?? [];
  return Number(kilobytes) / 1024;
}

/**
 * Ends a browser that takes more memory than it may, all its processes together: a page can take as much as it likes, and
 * the limit of one page's heap knows nothing of pictures and of other pages. What it was at is tried again, or looked up.
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
