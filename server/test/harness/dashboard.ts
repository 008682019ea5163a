import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { SignedInPerson } from './person.ts';
import type { TestSystem } from './system.ts';

/** A browser with a signed-in person. Sign in once and open as many as needed. */
export async function signedInBrowser(
  browser: Browser,
  system: TestSystem,
  { cookie }: Pick<SignedInPerson, 'cookie'>,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: system.url, reducedMotion: 'reduce', ...options });
  await context.addCookies(
    cookie.split('; ').map((pair) => {
      const at = pair.indexOf('=');
      return { name: pair.slice(0, at), value: pair.slice(at + 1), url: system.url };
    }),
  );
  return context;
}

/** Script errors and content policy violations. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (/Content Security Policy|Refused to/.test(message.text())) complaints.push(message.text());
  });
  return complaints;
}

/** Runs in the page as text. */
const nameOfFocused = `(() => {
  const element = document.activeElement;
  return [element?.labels?.[0]?.textContent, element?.getAttribute('aria-label'), element?.textContent].join(' ');
})()`;

/** Presses Tab until the focused element has this name, also while the page renders. */
export async function tabTo(page: Page, name: RegExp): Promise<void> {
  const end = performance.now() + 20_000;
  for (let press = 0; press < 120 || performance.now() < end; press += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate<string>(nameOfFocused);
    if (name.test(focused)) return;
  }
  throw new Error(`The Tab key leads to nothing called ${name}.`);
}

/** Waits until there was no request for half a second. A page with an event stream is never idle for the browser. */
export async function quietPage(page: Page): Promise<void> {
  let last = performance.now();
  const notice = () => {
    last = performance.now();
  };
  page.on('request', notice).on('response', notice);
  while (performance.now() - last < 500) await page.waitForTimeout(50);
  page.off('request', notice).off('response', notice);
}
