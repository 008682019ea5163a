import { existsSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';

const executablePath = '/usr/bin/chromium';
/** Where pictures of pages are kept to be looked at; not part of the repository. */
const pictures = join(import.meta.dirname, '..', '..', '..', 'artifacts');

export const hasBrowser = existsSync(executablePath);

export function openBrowser(): Promise<Browser> {
  const quiet = ['--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-component-update'];
  return chromium.launch({ executablePath, args: ['--no-sandbox', ...quiet, '--disable-sync', '--no-first-run'] });
}

/** For a person to look at, when PICTURES is set: a picture of a whole page takes longer than most checks of it. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (!process.env.PICTURES) return;
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
}

interface Finding {
  id: string;
  impact: string | null;
}

/** What the accessibility scan finds that would keep a person from using the page. */
export async function seriousFindings(page: Page): Promise<string[]> {
  await page.addScriptTag({ path: createRequire(import.meta.url).resolve('axe-core') });
  const findings = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(options: object): Promise<{ violations: Finding[] }> } };
    return (await axe.run({ resultTypes: ['violations'] })).violations.map(({ id, impact }) => ({ id, impact }));
  });
  return findings.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id }) => id);
}
