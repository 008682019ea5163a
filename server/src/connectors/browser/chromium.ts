import { existsSync } from 'node:fs';
import type { Browser } from 'playwright-core';

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Where Chromium is; null where there is none. */
export const findChromium = (given: string | null = null): string | null =>
  [given, ...places].find((place) => place !== null && existsSync(place)) ?? null;

export const noChromium =
  'Chromium was not found on this machine: install it (Debian: apt install chromium) or set CHROMIUM_PATH.';

export interface Chromium {
  /** Waits for its turn when as many visits are under way as may be. */
  borrow(signal: AbortSignal): Promise<{ browser: Browser; giveBack(): void }>;
  close(): Promise<void>;
}

interface Needs {
  path: string | null;
  atOnce: number;
  /** Of the heap of one page. */
  memoryMb?: number;
}

/** Without visits it is ended after this, and with it what it kept in memory. */
const idleMs = 20_000;
/** It is started anew after so many visits, since browsers grow. */
const visitsMost = 40;

/**
 * One Chromium for all visits of this process, started when a visit needs it, in a process group of its own. It is tied
 * to this process by a pipe: when this process dies, however it dies, the browser reads the end of the pipe and goes too.
 */
export function createChromium({ path, atOnce, memoryMb = 512 }: Needs): Chromium {
  let running: Promise<Browser> | null = null;
  let visits = 0;
  let inUse = 0;
  let idle: NodeJS.Timeout | undefined;
  const waiting: (() => void)[] = [];

  async function end(): Promise<void> {
    const browser = running;
    running = null;
    visits = 0;
    await (await browser?.catch(() => null))?.close().catch(() => {});
  }

  async function launched(): Promise<Browser> {
    running ??= launch(path, memoryMb);
    try {
      const browser = await running;
      if (browser.isConnected()) return browser;
    } catch (error) {
      running = null;
      throw error;
    }
    running = launch(path, memoryMb);
    return running;
  }

  async function turn(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (inUse < atOnce) {
      inUse += 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const go = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        waiting.splice(waiting.indexOf(go), 1);
        reject(signal.reason);
      };
      signal.addEventListener('abort', leave, { once: true });
      waiting.push(go);
    });
  }

  /** The place goes straight to the visit that waits longest. */
  function giveBack(): void {
    const next = waiting.shift();
    if (next) {
      next();
      return;
    }
    inUse -= 1;
    if (inUse > 0) return;
    if (visits >= visitsMost) void end();
    idle = setTimeout(() => void (inUse === 0 && end()), idleMs);
    idle.unref();
  }

  return {
    async borrow(signal) {
      await turn(signal);
      clearTimeout(idle);
      try {
        const browser = await launched();
        visits += 1;
        let isBack = false;
        return {
          browser,
          giveBack: () => {
            if (!isBack) giveBack();
            isBack = true;
          },
        };
      } catch (error) {
        giveBack();
        throw error;
      }
    },
    close: end,
  };
}

async function launch(path: string | null, memoryMb: number): Promise<Browser> {
  const executablePath = findChromium(path);
  if (executablePath === null) throw new Error(noChromium);
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
      `--js-flags=--max-old-space-size=${memoryMb}`,
    ],
  });
}
