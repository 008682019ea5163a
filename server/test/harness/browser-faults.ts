import { execFileSync } from 'node:child_process';
import type { Browser, BrowserContext, Page, Route } from 'playwright-core';
import type { Chromium } from '../../src/connectors/browser/chromium.ts';
import type { Checkout, Connector, PurchaseRequest } from '../../src/connectors/contract.ts';
import { hourMs, minuteMs } from '../../src/kit/clock.ts';
import { findQuery } from '../conformance/subject.ts';
import type { FakeClock } from './fake-clock.ts';

/** What can happen to a browser while it sends an order. */
export const browserFaults = [
  'the page is closed as the order is sent',
  'the order never arrives',
  'the answer to the order is lost',
  'Chromium is killed as the order is sent',
] as const;
export type BrowserFault = (typeof browserFaults)[number];

/** A browser that fails once, when a page sends a request to such a URL. */
export function createFaultyChromium(chromium: Chromium, sends: RegExp) {
  let planned: BrowserFault | null = null;
  let happened = 0;

  async function meet(route: Route): Promise<void> {
    const fault = planned;
    if (fault === null || route.request().method() === 'GET') return route.fallback();
    planned = null;
    happened += 1;
    const page = route.request().frame().page();
    if (fault === 'the order never arrives') return route.abort('connectionreset');
    if (fault === 'the answer to the order is lost') {
      await route.fetch().catch(() => null);
      return route.abort('connectionreset');
    }
    await route.continue().catch(() => {});
    return fault === 'Chromium is killed as the order is sent' ? killChromium() : closePage(page);
  }

  const watched = (browser: Browser): Browser =>
    new Proxy(browser, {
      get(target, name) {
        if (name !== 'newContext') {
          const value = Reflect.get(target, name, target) as unknown;
          return typeof value === 'function' ? value.bind(target) : value;
        }
        return async (...options: Parameters<Browser['newContext']>): Promise<BrowserContext> => {
          const context = await target.newContext(...options);
          await context.route(sends, meet);
          return context;
        };
      },
    });

  return {
    chromium: {
      ...chromium,
      async lease(signal: AbortSignal) {
        const lent = await chromium.lease(signal);
        return { ...lent, browser: watched(lent.browser) };
      },
    } satisfies Chromium,
    plan(fault: BrowserFault) {
      planned = fault;
      happened = 0;
    },
    hasHappened: () => happened > 0,
  };
}

const closePage = (page: Page): Promise<void> => page.close().catch(() => {});

/** Kills only browsers that this process started. */
function killChromium(): void {
  const children = execFileSync('ps', ['-o', 'pid=,comm=', '--ppid', String(process.pid)], { encoding: 'utf8' });
  for (const line of children.split('\n')) {
    const [pid = '', name = ''] = line.trim().split(/\s+/);
    if (name.startsWith('chrom')) process.kill(Number(pid), 'SIGKILL');
  }
}

const call = () => ({ signal: AbortSignal.timeout(280_000) });

/** When an unknown outcome is checked, in minutes after the submit. */
const looksAfter = [0, 2, 10, 25, 40];

/**
 * Buys like the placement does: an unknown outcome is fenced and looked up, and retried only if nothing was bought. If
 * nobody can tell, the operator decides.
 */
export async function buyAfterFaults(
  connector: Connector,
  request: PurchaseRequest,
  clock: FakeClock,
  minutes: readonly number[] = looksAfter,
): Promise<string[]> {
  const outcomes: string[] = [];
  const since = clock.now();
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    const again = attempt > 1 ? { ...request, earlier: { since, isTaken: async () => false } } : request;
    const prepared = await connector.prepare!(again, call());
    if (prepared.kind !== 'ready') {
      outcomes.push(prepared.kind === 'needs' ? prepared.kind : `${prepared.kind} ${prepared.message}`);
      if (prepared.kind === 'blocked') continue;
      return outcomes;
    }
    const outcome = await connector.submit!(prepared.checkout, again, call());
    outcomes.push(outcome.kind);
    if (outcome.kind === 'placed') return outcomes;
    if (outcome.kind !== 'unknown') continue;
    const settled = await settle(connector, request, prepared.checkout, clock, minutes);
    if (settled !== 'absent') return [...outcomes, settled];
  }
  return outcomes;
}

/** Resolves a submit with an unknown outcome: the fence first, then the history. */
export async function settle(
  connector: Connector,
  request: PurchaseRequest,
  checkout: Checkout,
  clock: FakeClock,
  minutes: readonly number[] = looksAfter,
): Promise<'found' | 'absent' | 'operator'> {
  const pressedAt = clock.now().getTime();
  const query = { ...findQuery(request, checkout), since: new Date(pressedAt - hourMs) };
  for (const minute of minutes) {
    const at = new Date(pressedAt + minute * minuteMs);
    if (at > clock.now()) clock.set(at);
    const { fenced } = await connector.fence!(query, call());
    const found = await connector.find!(query, call());
    if (found.kind === 'found') return 'found';
    const isLate = connector.lateWindowMs !== undefined && clock.now().getTime() - pressedAt > connector.lateWindowMs;
    if (found.kind === 'absent' && (fenced || isLate)) return 'absent';
  }
  return 'operator';
}
