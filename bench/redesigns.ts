// `node bench/redesigns.ts [evershop|expresscart|pages|corner…]`: buys from shops whose pages a seed changed (docs/recipes.md).
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { type Chromium, createChromium } from '../server/src/connectors/browser/chromium.ts';
import {
  namesStep,
  type Subject,
  startEverShopSubject,
  startExpressCartSubject,
  subjects,
  tryVariant,
  type VariantResult,
} from '../server/test/harness/changed-shop/changed-shop.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '200' },
    from: { type: 'string', default: '1' },
    /** Keeps the results in this file, skips the seeds that are in it, and adds all of them up. */
    results: { type: 'string' },
    /** Starts no variant after this time. */
    minutes: { type: 'string', default: '600' },
    'at-once': { type: 'string', default: '2' },
  },
});

interface KeptResult extends VariantResult {
  shop: string;
}

const shops: typeof subjects = {
  evershop: startEverShopSubject,
  expresscart: startExpressCartSubject,
  ...subjects,
};
let isGood = true;
const endsAt = Date.now() + Number(values.minutes) * 60_000;
const harmfulPatience = Number(process.env.PATIENCE_SECONDS ?? 6);

function readKept(): KeptResult[] {
  const { results: file } = values;
  if (file === undefined || !existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line): KeptResult => JSON.parse(line));
}

function keep(result: KeptResult): void {
  const { results: file } = values;
  if (file === undefined) return;
  mkdirSync(dirname(file), { recursive: true });
  appendFileSync(file, `${JSON.stringify(result)}\n`);
}

/** Tries the seeds, several at a time if the shop's sales can be told apart. */
async function tryAll(name: string, subject: Subject, chromium: Chromium, seeds: number[]): Promise<KeptResult[]> {
  const results: KeptResult[] = [];
  const left = [...seeds];
  const soldBefore = (await subject.sales()).length;
  const work = async (): Promise<void> => {
    for (let seed = left.shift(); seed !== undefined && Date.now() < endsAt; seed = left.shift()) {
      const startedAt = Date.now();
      const tried = await tryVariant(subject, chromium, seed, harmfulPatience).catch((error: unknown) => {
        console.log(`${name} ${seed} did not finish, and is tried again in the next run: ${error}`);
        isGood = false;
        return null;
      });
      if (!tried) continue;
      const result = { shop: name, ...tried };
      results.push(result);
      keep(result);
      const kind = result.isHarmless ? 'harmless' : 'harmful';
      const seconds = Math.round((Date.now() - startedAt) / 1000);
      console.log(
        `${name} ${seed} ${kind} ${result.outcome} ${seconds} s [${result.changes.join(' + ')}] ${result.message}`,
      );
    }
  };
  await Promise.all(Array.from({ length: subject.hasNotes ? Number(values['at-once']) : 1 }, work));
  const sold = (await subject.sales()).length - soldBefore;
  const bought = results.filter(({ outcome }) => outcome === 'bought').length;
  // A sale without our reference belongs to no variant.
  if (sold !== bought) {
    console.log(`${name} sold ${sold} times, but ${bought} variants bought.`);
    isGood = false;
  }
  return results;
}

/** Prints the sum, and says whether it reaches the goal. */
function summarize(name: string, results: readonly VariantResult[]): boolean {
  const count = (isHarmless: boolean, outcome?: VariantResult['outcome']): number =>
    results.filter((one) => one.isHarmless === isHarmless && (outcome === undefined || one.outcome === outcome)).length;
  const wrong = results.filter(({ outcome }) => outcome === 'wrong').length;
  const unnamed = results.filter(({ outcome, message }) => outcome === 'refused' && !namesStep.test(message)).length;
  console.log(
    `${name}: ${count(true, 'bought')} of ${count(true)} harmless variants bought, ` +
      `${count(false, 'refused')} of ${count(false)} others refused, ${wrong} wrong purchases, ` +
      `${unnamed} refusals without a step`,
  );
  return (
    wrong + unnamed === 0 && count(true, 'bought') >= 0.9 * count(true) && count(false, 'refused') === count(false)
  );
}

for (const name of positionals.length > 0 ? positionals : Object.keys(shops)) {
  const start = shops[name];
  if (!start) throw new Error(`There is no shop ${name}.`);
  const kept = readKept().filter(({ shop }) => shop === name);
  const seeds = Array.from({ length: Number(values.count) }, (_, index) => Number(values.from) + index);
  const missing = seeds.filter((seed) => !kept.some((result) => result.seed === seed));
  if (missing.length > 0) {
    const subject = await start();
    const chromium = createChromium({ path: process.env.CHROMIUM_PATH ?? null, atOnce: 4 });
    try {
      kept.push(...(await tryAll(name, subject, chromium, missing)));
    } finally {
      await chromium.close();
      await subject.stop();
    }
  }
  isGood = summarize(name, kept) && isGood;
}
process.exitCode = isGood ? 0 : 1;
