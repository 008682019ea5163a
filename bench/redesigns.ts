// `node bench/redesigns.ts [evershop|expresscart|pages|corner…] [--count 200] [--from 1]`: buys from shops whose pages a seed changed (docs/recipes.md).
import { parseArgs } from 'node:util';
import { createChromium } from '../server/src/connectors/browser/chromium.ts';
import {
  namesStep,
  startEverShopSubject,
  startExpressCartSubject,
  subjects,
  tryVariant,
  type VariantResult,
} from '../server/test/harness/changed-shop/changed-shop.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { count: { type: 'string', default: '200' }, from: { type: 'string', default: '1' } },
});

const atOnce = 2;
let hasFailed = false;
const shops: typeof subjects = {
  evershop: startEverShopSubject,
  expresscart: startExpressCartSubject,
  ...subjects,
};
for (const name of positionals.length > 0 ? positionals : Object.keys(shops)) {
  const start = shops[name];
  if (!start) throw new Error(`There is no shop ${name}.`);
  const subject = await start();
  const chromium = createChromium({ path: process.env.CHROMIUM_PATH ?? null, atOnce });
  const seeds = Array.from({ length: Number(values.count) }, (_, index) => Number(values.from) + index);
  const results: VariantResult[] = [];
  // One at a time: what a shop sold in between belongs to one variant.
  for (const seed of seeds) {
    const result = await tryVariant(subject, chromium, seed);
    results.push(result);
    const kind = result.isHarmless ? 'harmless' : 'harmful';
    console.log(`${name} ${seed} ${kind} ${result.outcome} [${result.changes.join(' + ')}] ${result.message}`);
  }
  await chromium.close();
  await subject.stop();
  const count = (isHarmless: boolean, outcome?: VariantResult['outcome']): number =>
    results.filter((one) => one.isHarmless === isHarmless && (outcome === undefined || one.outcome === outcome)).length;
  const wrong = results.filter(({ outcome }) => outcome === 'wrong').length;
  const unnamed = results.filter(({ outcome, message }) => outcome === 'refused' && !namesStep.test(message)).length;
  console.log(
    `${name}: ${count(true, 'bought')} of ${count(true)} harmless variants bought, ` +
      `${count(false, 'refused')} of ${count(false)} others refused, ${wrong} wrong purchases, ` +
      `${unnamed} refusals without a step`,
  );
  hasFailed ||=
    wrong + unnamed > 0 || count(true, 'bought') < 0.9 * count(true) || count(false, 'refused') < count(false);
}
process.exitCode = hasFailed ? 1 : 0;
