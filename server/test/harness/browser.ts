import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { findChromium, noChromium } from '../../src/connectors/browser/chromium.ts';

const executablePath = findChromium();
/** Screenshots for people to look at. Not part of the repository. */
const pictures = join(import.meta.dirname, '..', '..', '..', 'artifacts');

export const hasBrowser = executablePath !== null;

export function openBrowser(): Promise<Browser> {
  const quiet = ['--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-component-update'];
  if (executablePath === null) throw new Error(noChromium);
  return chromium.launch({ executablePath, args: ['--no-sandbox', ...quiet, '--disable-sync', '--no-first-run'] });
}

/** Only with PICTURES: a full-page screenshot takes longer than most checks. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (!process.env.PICTURES) return;
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
}

/** Both widths and themes. */
export async function takePictures(page: Page, name: string): Promise<void> {
  if (!process.env.PICTURES) return;
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await takePicture(page, `${name}-${width}-${colorScheme}`);
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 800 });
}

interface Finding {
  id: string;
  impact: string | null;
  /** The first affected element. */
  where: string;
}

const axe = hasBrowser ? readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8') : '';

/** The frame of every page and later list entries were already checked once. */
const repeated = [
  '.sidebar',
  '.topbar',
  '.bottom-bar',
  'article:nth-of-type(n+4)',
  'tbody > tr:nth-child(n+4)',
  'li:nth-child(n+5)',
];

/** Runs in the page as text: marks the first text of every combination of colors and size, and names those. */
const markPairs = `((seen) => {
  const known = new Set(seen);
  for (const old of document.querySelectorAll('[data-pair]')) delete old.dataset.pair;
  const fresh = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT);
  while (walker.nextNode()) {
    const element = walker.currentNode;
    const isField = /^(INPUT|SELECT|TEXTAREA)$/.test(element.tagName);
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue.trim() !== '');
    if (!(hasText || isField) || !element.checkVisibility()) continue;
    const { color, fontSize, fontWeight } = getComputedStyle(element);
    const layers = [];
    for (let under = element; under; under = under.parentElement) {
      const { opacity, backgroundColor, backgroundImage } = getComputedStyle(under);
      if (opacity !== '1' || backgroundImage !== 'none') layers.push(opacity, backgroundImage);
      if (backgroundColor === 'rgba(0, 0, 0, 0)') continue;
      layers.push(backgroundColor);
      if (backgroundColor.startsWith('rgb(')) break;
    }
    const pair = [isField, color, fontSize, fontWeight, ...layers].join(' ');
    if (known.has(pair)) continue;
    known.add(pair);
    fresh.push(pair);
    element.dataset.pair = '';
  }
  return fresh;
})`;

/** Runs in the page as text. Skips rules whose findings are ignored below. */
const modest = `Object.fromEntries(axe._audit.rules
  .filter(({ impact }) => impact === 'minor' || impact === 'moderate')
  .map(({ id }) => [id, { enabled: false }]))`;

const runAxe = async (
  page: Page,
  context: string,
  options: { rules?: object; runOnly?: string[] },
): Promise<string[]> => {
  if (await page.evaluate<boolean>('typeof axe === "undefined"')) await page.evaluate(axe);
  // Nothing is fetched: style sheets of this origin can be read directly.
  const { rules = {}, ...others } = options;
  const asked = JSON.stringify({ resultTypes: ['violations'], preload: false, ...others });
  const chosen = 'runOnly' in options ? '{}' : `{ ...${modest}, ...${JSON.stringify(rules)} }`;
  const findings = await page.evaluate<
    Finding[]
  >(`axe.run(${context}, { ...${asked}, rules: ${chosen} }).then(({ violations }) =>
    violations.map(({ id, impact, nodes: [{ target, any }] }) =>
      ({ id, impact, where: target.join(' ') + ' ' + (any[0]?.message ?? '') })))`);
  const isSerious = ({ impact }: Finding): boolean => impact === 'serious' || impact === 'critical';
  return findings.filter(isSerious).map(({ id, where }) => `${id} (${where.trim().slice(0, 200)})`);
};

/** Accessibility problems that keep people from using the page. */
export const seriousFindings = (page: Page): Promise<string[]> => runAxe(page, 'document', {});

/** Measures the contrast of new color combinations only: it is most of a scan, and pages share their colors. */
async function contrastFindings(page: Page, seen: Set<string>): Promise<string[]> {
  const mark = `${markPairs}(${JSON.stringify([...seen])})`;
  const fresh = await page.evaluate<string[]>(mark);
  if (fresh.length === 0) return [];
  for (const pair of fresh) seen.add(pair);
  // A page that refreshed since has lost its marks.
  const marked = `${mark}.length > 0 ? { include: [['[data-pair]']] } : 'h1'`;
  return runAxe(page, marked, { runOnly: ['color-contrast'] });
}

/** The scan is the same in both themes, so it is done in one. Between phone and desktop, only the width of content is new. */
type Look = readonly [theme: 'light' | 'dark', width: number, isScanned: boolean];
const looks: readonly Look[] = [
  ['dark', 390, true],
  ['light', 390, false],
  ['light', 900, false],
  ['dark', 900, false],
  ['dark', 1440, false],
  ['light', 1440, true],
];

/** Every width, and both themes. Two pages in a row are seen in every combination. */
const fewerLooks: readonly Look[][] = [
  [
    ['dark', 900, false],
    ['dark', 1440, false],
    ['light', 390, true],
  ],
  [
    ['dark', 390, false],
    ['light', 900, false],
    ['light', 1440, true],
  ],
];

const isWhole = process.env.TEST_WHOLE === '1';
let walked = 0;

/** Looks are slow, so a walk alternates between halves of them. `npm test -- --whole` takes all of them at every page. */
function looksAt(isWalk: boolean): readonly Look[] {
  if (isWhole || !isWalk) return looks;
  walked += 1;
  return fewerLooks[walked % 2]!;
}

/**
 * Both themes, on desktop, tablet and phone: problems that keep people from using the page, and content wider than the screen.
 * A walk over many pages passes what it has seen; its first page is scanned completely. Leaves a light desktop.
 */
export async function findingsInEveryTheme(page: Page, name: string, seen = new Set<string>()): Promise<string[]> {
  const found: string[] = [];
  const context = seen.size === 0 ? 'document' : JSON.stringify({ exclude: repeated.map((selector) => [selector]) });
  for (const [colorScheme, width, isScanned] of looksAt(seen.size > 0)) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    // Colors change with the next frame.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    await takePicture(page, `${name}-${width}-${colorScheme}`);
    const wide = await page.evaluate<number>('document.documentElement.scrollWidth');
    const findings = await contrastFindings(page, seen);
    if (isScanned) {
      findings.push(...(await runAxe(page, context, { rules: { 'color-contrast': { enabled: false } } })));
    }
    if (wide > width) findings.push(`${wide} px wide`);
    found.push(...findings.map((finding) => `${name}, ${colorScheme}, ${width} px: ${finding}`));
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  return found;
}
