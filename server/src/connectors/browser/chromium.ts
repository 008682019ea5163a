import { existsSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { watchMemory } from './memory-watch.ts';
import { collectProcesses, watchOutput } from './output-watch.ts';
import { createSlots, type Slot } from './slots.ts';

/** Builds that can show a window. */
export const windowedPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
/** Debian's headless shell needs a third of the CPU time and less memory, so it comes first. */
const executablePaths = ['/usr/bin/chromium-headless-shell', ...windowedPaths];

/** Path of Chromium; null if there is none. A configured path is the only one tried. */
export const findChromium = (given: string | null = null, usual: readonly string[] = executablePaths): string | null =>
  (given === null ? usual : [given]).find((place) => existsSync(place)) ?? null;

export const noChromium =
  'Chromium was not found on this machine: install it (Debian: apt install chromium-headless-shell) or set CHROMIUM_PATH.';

export interface Chromium {
  /** Waits while all slots are in use. */
  lease(signal: AbortSignal): Promise<LeasedBrowser>;
  close(): Promise<void>;
}

interface LeasedBrowser extends Slot {
  browser: Browser;
}

interface Needs {
  path: string | null;
  atOnce: number;
  /** Limit for all its processes together. */
  memoryMb?: number;
  /** Called when it used more and was killed. */
  onTooMuch?(megabytes: number): void;
  /** Called when its pages sent too much and it was killed. */
  onFlood?(reason: string): void;
}

/** Heap limit of one page. */
const heapMb = 512;
/** An idle browser is closed after this, to free its memory. */
const idleMs = 20_000;
/** Restarted after this many sessions, since browsers grow. */
const sessionsMax = 40;

/**
 * One Chromium for all sessions of this process, started on demand in its own process group. A pipe ties it to this
 * process: if this process dies, the browser exits.
 */
export function createChromium({
  path,
  atOnce,
  memoryMb = 2048,
  onTooMuch = () => {},
  onFlood = () => {},
}: Needs): Chromium {
  let running: Promise<Browser> | null = null;
  let visits = 0;
  let idle: NodeJS.Timeout | undefined;
  const places = createSlots(atOnce, () => {
    if (visits >= sessionsMax) void end();
    idle = setTimeout(() => void (places.isEmpty() && end()), idleMs);
    idle.unref();
  });

  async function end(): Promise<void> {
    const browser = running;
    running = null;
    visits = 0;
    await (await browser?.catch(() => null))?.close().catch(() => {});
  }

  async function start(): Promise<Browser> {
    const browser = await launch(path, onFlood);
    watchMemory(browser, memoryMb, onTooMuch);
    return browser;
  }

  async function launched(): Promise<Browser> {
    running ??= start();
    try {
      const browser = await running;
      if (browser.isConnected()) return browser;
    } catch (error) {
      running = null;
      throw error;
    }
    running = start();
    return running;
  }

  return {
    async lease(signal) {
      const place = await places.take(signal);
      clearTimeout(idle);
      try {
        const browser = await launched();
        visits += 1;
        return { browser, ...place };
      } catch (error) {
        place.release();
        throw error;
      }
    },
    close: end,
  };
}

async function launch(path: string | null, onFlood: (reason: string) => void): Promise<Browser> {
  const executablePath = findChromium(path);
  if (executablePath === null) throw new Error(path === null ? noChromium : `${noChromium} It is currently ${path}.`);
  // Screenshots don't wait for fonts, which may never load.
  process.env.PW_TEST_SCREENSHOT_NO_FONTS_READY = '1';
  // Loaded on first use: most deployments have no browser store.
  const { chromium } = await import('playwright-core');
  const processes = collectProcesses();
  try {
    const browser = await chromium.launch({
      executablePath,
      // Chromium has no sandbox for root.
      chromiumSandbox: process.getuid?.() !== 0,
      args: [
        '--disable-gpu',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        '--disable-dev-shm-usage',
        // All traffic goes through the proxy.
        '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
        `--js-flags=--max-old-space-size=${heapMb}`,
      ],
    });
    for (const child of processes.started) if (child.spawnfile === executablePath) watchOutput(child, onFlood);
    return browser;
  } finally {
    processes.end();
  }
}
