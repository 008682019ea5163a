import { existsSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { watchMemory } from './memory-watch.ts';
import { createSlots, type Slot } from './slots.ts';

/** Those that can open windows, for a person to look at. */
export const windowedPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
/** Debian's Chromium without windows takes a third of the processor time and less memory: it comes first. */
const executablePaths = ['/usr/bin/chromium-headless-shell', ...windowedPaths];

/** Where Chromium is; null where there is none. A place that the operator named is the only one. */
export const findChromium = (given: string | null = null, usual: readonly string[] = executablePaths): string | null =>
  (given === null ? usual : [given]).find((place) => existsSync(place)) ?? null;

export const noChromium =
  'Chromium was not found on this machine: install it (Debian: apt install chromium-headless-shell) or set CHROMIUM_PATH.';

export interface Chromium {
  /** Waits for its turn when as many visits are under way as may be. */
  lease(signal: AbortSignal): Promise<LeasedBrowser>;
  close(): Promise<void>;
}

interface LeasedBrowser extends Slot {
  browser: Browser;
}

interface Needs {
  path: string | null;
  atOnce: number;
  /** Of all its processes together. */
  memoryMb?: number;
  /** Told when it took more and was ended. */
  onTooMuch?(megabytes: number): void;
}

/** Of the heap of one page. */
const heapMb = 512;
/** Without visits it is ended after this, and with it what it kept in memory. */
const idleMs = 20_000;
/** It is started anew after so many visits, since browsers grow. */
const sessionsMax = 40;

/**
 * One Chromium for all visits of this process, started when a visit needs it, in a process group of its own. It is tied
 * to this process by a pipe: when this process dies, however it dies, the browser reads the end of the pipe and goes too.
 */
export function createChromium({ path, atOnce, memoryMb = 2048, onTooMuch = () => {} }: Needs): Chromium {
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
    const browser = await launch(path);
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

async function launch(path: string | null): Promise<Browser> {
  const executablePath = findChromium(path);
  if (executablePath === null) throw new Error(path === null ? noChromium : `${noChromium} It is currently ${path}.`);
  // A picture does not wait for fonts, which may never come.
  process.env.PW_TEST_SCREENSHOT_NO_FONTS_READY = '1';
  // Loaded when it is needed first: most deployments have no store that has only pages.
  const { chromium } = await import('playwright-core');
  return chromium.launch({
    executablePath,
    // The superuser cannot have the sandbox; everybody else has it.
    chromiumSandbox: process.getuid?.() !== 0,
    args: [
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      '--disable-dev-shm-usage',
      // Nothing goes past the proxy.
      '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
      `--js-flags=--max-old-space-size=${heapMb}`,
    ],
  });
}
