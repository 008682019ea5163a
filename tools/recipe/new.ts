import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { findChromium, noChromium, windowedPaths } from '../../server/src/connectors/browser/chromium.ts';
import type { Read, Recipe, Step, Target } from '../../server/src/connectors/browser/recipe.ts';
import { recipeProblems } from '../../server/src/connectors/browser/recipe-problems.ts';
import { productPage } from './product-steps.ts';
import { addressFields, bannerTexts, best, candidatesOn, readingsOfAddress, rowPartsOn } from './suggest.ts';
import { clickNow, escapePattern, locatorOf, open, type Person, pick, reasonOf, type Tour } from './tour.ts';

const noWindows = 'Found no Chromium with a window. Install it (Debian: apt install chromium), or leave out --show.';

/** Leads a person through a shop's pages and records what they choose. Buys nothing. */
export async function write(address: string, person: Person, show: boolean, folder = '.'): Promise<number> {
  const { origin } = new URL(address);
  const executablePath = findChromium(process.env.CHROMIUM_PATH ?? null, show ? windowedPaths : undefined);
  if (executablePath === null) throw new Error(show ? noWindows : noChromium);
  const browser = await chromium.launch({ executablePath, headless: !show, chromiumSandbox: process.getuid?.() !== 0 });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    const name = await nameOf({ page, origin, person });
    const file = join(folder, `${name}.json`);
    if (existsSync(file)) throw new Error(`${file} already exists.`);
    const recipe = await walk({ page, origin, person }, name);
    writeFileSync(file, `${JSON.stringify(recipe, null, 2)}\n`);
    for (const problem of recipeProblems(recipe)) person.say(`Fix this: ${problem}`);
    person.say(`${file} written. Next: npm run recipe -- check ${file} --url ${origin} --product <address>`);
    return 0;
  } finally {
    await browser.close();
  }
}

/** By the host's name, or by the page's title if the host is only an IP address. */
async function nameOf({ page, origin, person }: Tour): Promise<string> {
  await page.goto(origin, { waitUntil: 'domcontentloaded' });
  const { hostname } = new URL(origin);
  const isNamed = /\p{L}/u.test(hostname) && hostname.includes('.');
  const words = isNamed ? hostname.replace(/^www\./, '') : ((await page.title()).split(/ [–—|·-] /).at(-1) ?? '');
  const slug = (text: string): string =>
    text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '');
  return slug(await person.ask('A name for the recipe', slug(words) || 'shop')) || 'shop';
}

async function walk(tour: Tour, name: string): Promise<Recipe> {
  const { person } = tour;
  person.say('Press Enter to accept a suggestion. Enter a number to choose from the list, or a CSS selector.');
  const banners = await closeBanner(tour);
  const logIn = await logInPage(tour);
  const { path, productPath, add, choices } = await productPage(tour);
  const { cartPath, cart, remove } = await cartPage(tour, path);
  const checkOut = await checkoutPages(tour);
  const cartThere = { any: [{ there: cart.rows }, { there: { text: { matches: 'empty' } } }] };
  return {
    version: 1,
    name,
    product_path: productPath,
    prices: (await person.ask('Do item prices include tax? (yes or no)', 'no')) === 'yes' ? 'gross' : 'net',
    banners,
    signs: [
      {
        when: { there: { text: { matches: '^(sold out|out of stock)' } } },
        reason: 'product_out_of_stock',
        during: ['add'],
      },
    ],
    ...(logIn && { log_in: logIn }),
    empty_cart: [
      { open: cartPath, until: cartThere },
      {
        while: { there: cart.rows },
        do: [
          { click: remove, once: true, optional: true },
          { open: cartPath, until: cartThere },
        ],
      },
    ],
    add,
    cart,
    ...checkOut,
    buy: {
      button: await pick(tour, 'The buy button (not pressed now)', 'button', buyTexts),
      success: { url: await person.ask("Part of the success page's address", 'success|thank|confirm') },
      number: {
        read: await person.ask('The order number on the success page (CSS)', 'h1'),
        pattern: '([A-Z0-9-]*\\d+)',
      },
    },
    ...choices,
  };
}

/** The button of a cookie wall on this page. */
async function closeBanner(tour: Tour): Promise<Target[]> {
  const found = (await candidatesOn(tour.page)).find(({ role, words }) => role === 'button' && bannerTexts.test(words));
  if (!found) return [{ role: 'button', name: { matches: '^(accept|agree|allow)' } }];
  if ((await tour.person.ask(`Does "${found.words}" close a banner? (yes or no)`, 'yes')) !== 'yes') return [];
  await clickNow(tour, found.target);
  return [found.target];
}

async function logInPage(tour: Tour): Promise<Recipe['log_in']> {
  if ((await tour.person.ask('Does the shop have a login? (yes or no)', 'yes')) !== 'yes') return undefined;
  const path = await open(tour, 'the log-in page', '/login');
  const email = await pick(tour, 'The email field', 'field', [/e-?mail|user/i]);
  const password = await pick(tour, 'The password field', 'field', [/pass/i]);
  const button = await pick(tour, 'The login button', 'button', [/^(log|sign) ?in/i]);
  const sign = await tour.person.ask(
    'An element that appears only when logged in (CSS)',
    'a[href*=logout], a[href*=account]',
  );
  return {
    start: [{ open: '/' }],
    logged_in: { there: sign },
    steps: [
      { open: path, until: { there: password } },
      { fill: email, with: '{{account.email}}' },
      { fill: password, with: '{{account.password}}', secret: true },
      { click: button, until: { there: sign } },
    ],
  };
}

async function cartPage(
  tour: Tour,
  productPath: string,
): Promise<{ cartPath: string; cart: Recipe['cart']; remove: Target }> {
  const cartPath = await open(tour, 'the cart', '/cart');
  const { person, page } = tour;
  const parts = await rowPartsOn(page, productPath);
  if (parts.row === '')
    person.say(`No row of this cart links to ${productPath}. If the cart is empty, the product was not added.`);
  const rows = await person.ask('A row of the cart (CSS)', parts.row || 'tr');
  const link = await person.ask('In a row: the link to the product (CSS)', 'a');
  const title = await person.ask('In a row: the name (CSS)', 'a');
  const count = await person.ask('In a row: the quantity (CSS)', parts.quantity || 'input');
  const field = page.locator(rows).first().locator(count).first();
  const isField = (await field.inputValue({ timeout: 1_000 }).catch(() => null)) !== null;
  const price: Read = { read: await person.ask('In a row: the price (CSS)', parts.price || '.price') };
  const isUnit = (await person.ask('Is that the price of one unit? (yes, or no if it is the total)', 'yes')) === 'yes';
  return {
    cartPath,
    cart: {
      steps: [{ open: cartPath }],
      rows,
      product: { read: link, attribute: 'href' },
      title: { read: title },
      quantity: { read: count, ...(isField && { attribute: 'value' }) },
      ...(isUnit ? { unit_price: price } : { line_total: price }),
    },
    remove: await pick(tour, 'The button that removes a row', 'button', [/remove|delete|✕|×/i]),
  };
}

const buyTexts = [/place (the |your )?order|buy now|order now|complete|pay now|^pay/i];

/** The pages from the cart to the buy button. */
async function checkoutPages(tour: Tour): Promise<Pick<Recipe, 'check_out' | 'totals' | 'review'>> {
  const path = await open(tour, 'the checkout', '/checkout');
  const steps: Step[] = [{ open: path }];
  let onPage: Step[] = [];
  for (let page = 1; page <= pagesMax; page += 1) {
    onPage = await formSteps(tour);
    steps.push(...onPage, ...(await choiceSteps(tour)));
    const hasBuy = best(await candidatesOn(tour.page), 'button', buyTexts).some(({ words }) =>
      buyTexts[0]?.test(words),
    );
    const answer = await tour.person.ask('Is the buy button on this page? (yes or no)', hasBuy ? 'yes' : 'no');
    if (answer === 'yes') break;
    steps.push(await nextPage(tour));
  }
  const shipTo = await shipToOn(tour, onPage);
  return { check_out: steps, totals: await totalsOn(tour), ...(shipTo && { review: { ship_to: shipTo } }) };
}

/** The address on the page with the buy button: its text, or the fields of the form if it is on the same page. */
async function shipToOn({ page, person }: Tour, onPage: readonly Step[]): Promise<Read[] | null> {
  const fields = readingsOfAddress(onPage);
  if (fields.length > 0) return fields;
  const found = (await page.locator('address').count()) > 0 ? 'address' : 'none';
  const shown = await person.ask('The shipping address on this page (CSS), or none', found);
  return shown === 'none' ? null : [{ read: shown }];
}

const pagesMax = 8;
/** Lists may show a code instead of a name. */
const shortNames: Record<string, string> = { Texas: 'TX', 'United States': 'US' };

async function formSteps(tour: Tour): Promise<Step[]> {
  const steps: Step[] = [];
  for (const [what, fits, value, sample] of addressFields) {
    const found = best(await candidatesOn(tour.page), 'field', [fits]);
    if (!found.some(({ words }) => fits.test(words))) continue;
    const target = await pick(tour, `The field for the ${what}`, 'field', [fits]);
    const { isList = false } = found.find((candidate) => candidate.target === target) ?? found[0] ?? {};
    const taken = JSON.stringify(target);
    if (steps.some((step) => JSON.stringify('fill' in step ? step.fill : 'choose' in step && step.choose) === taken))
      continue;
    steps.push(
      isList ? { choose: target, option: [value, value.replace('_name', '')] } : { fill: target, with: value },
    );
    const field = locatorOf(tour.page, target);
    const typing = isList
      ? field
          .selectOption({ label: sample }, { timeout: 2_000 })
          .catch(() => field.selectOption({ label: shortNames[sample] ?? sample }, { timeout: 2_000 }))
      : field.fill(sample, { timeout: 2_000 });
    await Promise.resolve(typing).catch((error: unknown) =>
      tour.person.say(`Could not fill it in: ${reasonOf(error)}`),
    );
  }
  return steps;
}

/** Radio buttons and checkboxes: delivery, payment, terms. */
async function choiceSteps(tour: Tour): Promise<Step[]> {
  const found = (await candidatesOn(tour.page)).filter(({ role }) => role === 'choice');
  if (found.length === 0) return [];
  tour.person.say('Choices on this page:');
  for (const [index, { words }] of found.entries()) tour.person.say(`  ${index + 1}  ${words}`);
  const answer = await tour.person.ask('Which must be selected? (numbers, or none)', 'none');
  const chosen = answer.split(/[\s,]+/).flatMap((number) => found[Number(number) - 1] ?? []);
  for (const { target } of chosen) await clickNow(tour, target);
  return chosen.map(({ target }) => ({ choose: target }));
}

async function nextPage(tour: Tour): Promise<Step> {
  const button = await pick(tour, 'The button to the next page', 'button', [
    /^(next|continue|proceed|go on)/i,
    /next|continue/i,
  ]);
  const before = tour.page.url();
  await clickNow(tour, button);
  const url = new URL(tour.page.url());
  if (tour.page.url() === before) return { click: button, until: { gone: button } };
  return { click: button, until: { url: escapePattern(url.pathname) } };
}

const summaryTexts = {
  items: 'The total of the items',
  shipping: 'The shipping cost',
  tax: 'The tax',
  total: 'The total to pay',
};

async function totalsOn(tour: Tour): Promise<Recipe['totals']> {
  const names = {
    items: /item|sub|goods|products/i,
    shipping: /shipping|delivery/i,
    tax: /tax|vat/i,
    total: /^(?!sub).*\btotal\b|to pay|amount due/i,
  };
  const readOf = async (what: keyof typeof names): Promise<{ read: Target }> => ({
    read: await pick(tour, summaryTexts[what], 'amount', [names[what]]),
  });
  return {
    items: await readOf('items'),
    shipping: await readOf('shipping'),
    tax: { ...(await readOf('tax')), or: '0' },
    total: await readOf('total'),
  };
}
