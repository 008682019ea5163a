// Records docs/pictures/first-order.gif for README.md: a first order in an empty sandbox.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { findChromium } from '../server/src/connectors/browser/chromium.ts';
import { recordFirstOrder } from './screenshots/first-order.ts';
import { startService } from './screenshots/service.ts';

const file = join(import.meta.dirname, '..', 'docs', 'pictures', 'first-order.gif');
const service = await startService({ SANDBOX_TIME_SCALE: '0' });
const browser = await chromium.launch({
  executablePath: findChromium() ?? '',
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  await writeFile(file, await recordFirstOrder(browser, service));
} finally {
  await browser.close();
  await service.stop();
}
