// `npm run recipe -- check <file> | new <address>`: for people who write recipes (docs/recipes.md).
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { problemsOf } from '../server/src/connectors/browser/load-recipe.ts';

const usage = 'Usage: npm run recipe -- check <file.json> | new <https://shop…>';

function check(file: string): number {
  const problems = problemsIn(file);
  for (const problem of problems) console.error(problem);
  if (problems.length === 0) console.log(`${file} is a recipe. "npm run admin -- stores check <name>" walks it.`);
  return problems.length === 0 ? 0 : 1;
}

function problemsIn(file: string): string[] {
  try {
    return problemsOf(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

/** A draft with every part that is needed; its selectors are guesses that most shops answer to. */
function draft(address: string): number {
  const url = URL.parse(address);
  if (!url) return fail(usage);
  const name = url.hostname.replace(/^www\./, '').replaceAll('.', '-');
  const file = `${name}.json`;
  if (existsSync(file)) return fail(`${file} is there already.`);
  const recipe = {
    version: 1,
    name,
    product_path: '/products/{slug}',
    prices: 'net',
    banners: [{ role: 'button', name: { matches: '^(accept|agree|allow)' } }],
    signs: [
      {
        when: { there: { text: { matches: 'sold out|out of stock' } } },
        reason: 'product_out_of_stock',
        during: ['add'],
      },
    ],
    log_in: {
      start: [{ open: '/' }],
      logged_in: { there: { role: 'link', name: { matches: 'log ?out|sign ?out|my account' } } },
      steps: [
        { open: '/login' },
        { fill: { label: { matches: 'e-?mail' } }, with: '{{account.email}}' },
        { fill: 'input[type=password]', with: '{{account.password}}', secret: true },
        { click: { role: 'button', name: { matches: 'log ?in|sign ?in' } }, until: { gone: 'input[type=password]' } },
      ],
    },
    empty_cart: [{ open: '/cart' }],
    add: [
      { open: '{{line.url}}', until: { there: 'h1' } },
      { click: { role: 'button', name: 'add to' }, once: true, until: { there: { text: { matches: 'added' } } } },
    ],
    cart: {
      steps: [{ open: '/cart' }],
      rows: 'tr',
      product: { read: 'a', attribute: 'href' },
      quantity: { read: 'input', attribute: 'value' },
      unit_price: { read: '.price' },
    },
    check_out: [{ open: '/checkout' }],
    totals: { items: { read: '.subtotal' }, shipping: { read: '.shipping' }, total: { read: '.total' } },
    buy: {
      button: { role: 'button', name: { matches: 'place order|buy now' } },
      success: { url: 'success|thank' },
      number: { read: 'h1', pattern: '#?(\\w+)$' },
    },
  };
  writeFileSync(file, `${JSON.stringify(recipe, null, 2)}\n`);
  console.log(`${file} is a draft: every selector in it is a guess. Open the pages, correct it, then check it.`);
  return 0;
}

function fail(message: string): number {
  console.error(message);
  return 1;
}

const [verb, subject] = process.argv.slice(2);
const run = verb === 'check' ? check : verb === 'new' ? draft : null;
process.exit(run && subject !== undefined ? run(subject) : fail(usage));
