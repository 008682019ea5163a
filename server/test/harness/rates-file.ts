import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A rates file for FX_RATES, with the rate of the euro. */
export async function createRatesFile(rate: string) {
  const folder = await mkdtemp(join(tmpdir(), 'errand-rates-'));
  const path = join(folder, 'rates.json');
  const setRate = (euro: string): void =>
    writeFileSync(path, `{"base": "USD", "date": "${new Date().toISOString()}", "rates": {"EUR": ${euro}}}`);
  setRate(rate);
  return { path, setRate, remove: () => rm(folder, { recursive: true }) };
}
