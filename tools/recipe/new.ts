import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { findChromium, noChromium, windowedPaths } from '../../server/src/connectors/browser/chromium.ts';
import type { Recipe, Step, Target } from '../../server/src/connectors/browser/recipe.ts';
import { recipeProblems } from '../../server/src/connectors/browser/recipe-problems.ts';
import { locate } from '../../server/src/connectors/browser/targets.ts';
import { best, type Candidate, candidatesOn } from './suggest.ts';

const noWindows =
  'A Chromium that can open windows was not found: install it (Debian: apt install chromium), or leave --show out.';

export interface Person {
  say(line: string): void;
  /** The answer, or what is suggested when there is none. */
  ask(question: string, suggestion: string): Promise<string>;
}

/** Walks a person through the pages of a shop and writes down what they point at. Nothing is bought. */
export async function write(address: string, person: Person, show: boolean, folder = '.'): Promise<number> {
  const { origin, hostname } = new URL(address);
  const name = hostname.replace(/^www\./, '').replaceAll('.', '-');
  const file = join(folder, `${name}.json`);
  if (existsSync(file)) throw new Error(`${file} is there already.`);
  const executablePath = findChromium(process.env.CHROMIUM_PATH ?? null, show ? windowedPaths : undefined);
  if (executablePath === null) throw new Error(show ? noWindows : noChromium);
  const browser = await chromium.launch({ executablePath, headless: !show, chromiumSandbox: process.getuid?.() !== 0 });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    const recipe = await walk({ page, origin, person }, name);
    writeFileSync(file, `${JSON.stringify(recipe, null, 2)}\n`);
    for (const problem of recipeProblems(recipe)) person.say(`Still to be corrected: ${problem}`);
    person.say(`${file} is written. Now: npm run recipe -- check ${file} --url ${origin} --product <address>`);
    return 0;
  } finally {
    await browser.close();
  }
}

interface Tour {
  page: Page;
  origin: string;
  person: Person;
}

async function walk(tour: Tour, name: string): Promise<Recipe> {
  const { person } = tour;
  person.say(
    'Leave an answer empty to take what is suggested. A number chooses from the list, anything else is a CSS selector.',
  );
  const logIn = await logInPage(tour);
  const { productPath, add } = await productPage(tour);
  const { cartPath, cart, remove } = await cartPage(tour);
  const checkOut = await checkoutPages(tour);
  const cartThere = { any: [{ there: cart.rows }, { there: { text: { matches: 'empty' } } }] };
  return {
    version: 1,
    name,
    product_path: productPath,
    prices: (await person.ask('Do the prices of the items contain tax? (yes or no)', 'no')) === 'yes' ? 'gross' : 'net',
    banners: [{ role: 'button', name: { matches: '^(accept|agree|allow)' } }],
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
      button: await pick(tour, 'The button that buys (it is not pressed now)', 'button', buyTexts),
      success: { url: await person.ask('A part of the address of the success page', 'success|thank|confirm') },
      number: {
        read: await person.ask('Where the success page shows the order number (CSS)', 'h1'),
        pattern: '([A-Z0-9-]*\\d+)',
      },
    },
  };
}

async function open({ page, origin, person }: Tour, what: string, suggestion: string): Promise<string> {
  const path = await person.ask(`The address of ${what}`, suggestion);
  const url = new URL(path, origin);
  await page.goto(url.href, { waitUntil: 'domcontentloaded' });
  await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => {});
  return url.pathname + url.search;
}

/** Shows what fits best, and takes the person's choice. */
async function pick(tour: Tour, what: string, role: Candidate['role'], fits: readonly RegExp[]): Promise<Target> {
  const found = best(await candidatesOn(tour.page), role, fits);
  tour.person.say(`${what}:`);
  for (const [index, { words, target }] of found.entries()) {
    tour.person.say(`  ${index + 1}  ${words}   ${JSON.stringify(target)}`);
  }
  const answer = await tour.person.ask('Which one', found.length > 0 ? '1' : 'body');
  return found[Number(answer) - 1]?.target ?? answer;
}

const locatorOf = (page: Page, target: Target) => locate(page, target, {}).first();

async function logInPage(tour: Tour): Promise<Recipe['log_in']> {
  if ((await tour.person.ask('Is there a log-in? (yes or no)', 'yes')) !== 'yes') return undefined;
  const path = await open(tour, 'the log-in page', '/login');
  const email = await pick(tour, 'The field for the e-mail address', 'field', [/e-?mail|user/i]);
  const password = await pick(tour, 'The field for the password', 'field', [/pass/i]);
  const button = await pick(tour, 'The button that logs in', 'button', [/^(log|sign) ?in/i]);
  const sign = await tour.person.ask('What shows that one is logged in (CSS)', 'a[href*=logout], a[href*=account]');
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

async function productPage(tour: Tour): Promise<{ productPath: string; add: Step[] }> {
  const path = await open(tour, 'a product', '/products/example');
  const productPath = await tour.person.ask('How product addresses look', path.replace(/[^/=]+\/?$/, '{slug}'));
  const quantity = await pick(tour, 'The field for the number of pieces', 'field', [/quantity|qty|pieces|amount/i]);
  const button = await pick(tour, 'The button that adds to the cart', 'button', [
    /add to (cart|basket|bag)/i,
    /cart|basket/i,
  ]);
  const added = await tour.person.ask('What shows that it was added (words on the page)', 'added');
  await locatorOf(tour.page, button)
    .click({ timeout: 5_000 })
    .catch(() => tour.person.say('It could not be clicked.'));
  await tour.page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => {});
  return {
    productPath,
    add: [
      { open: '{{line.url}}', until: { there: 'h1' } },
      { read: 'h1', as: 'line.title' },
      {
        each: 'line.variant',
        as: 'choice',
        do: [{ choose: { role: 'radio', name: '{{choice.value}}', exact: true } }],
      },
      { fill: quantity, with: '{{line.quantity}}' },
      { click: button, once: true, until: { there: { text: { matches: added } } } },
    ],
  };
}

async function cartPage(tour: Tour): Promise<{ cartPath: string; cart: Recipe['cart']; remove: Target }> {
  const cartPath = await open(tour, 'the cart', '/cart');
  const { person } = tour;
  const rows = await person.ask('What one row of the cart is (CSS)', 'li, tr');
  return {
    cartPath,
    cart: {
      steps: [{ open: cartPath }],
      rows,
      product: { read: await person.ask('In a row: the link to the product (CSS)', 'a'), attribute: 'href' },
      title: { read: await person.ask('In a row: its name (CSS)', 'a') },
      quantity: { read: await person.ask('In a row: the number of pieces (CSS)', 'b') },
      unit_price: { read: await person.ask('In a row: the price of one piece (CSS)', 'i') },
    },
    remove: await pick(tour, 'The button that takes a row out', 'button', [/remove|delete|✕|×/i]),
  };
}

/** What a form asks for: its words, what the recipe writes there, and what is typed now to see the next page. */
const addressFields: [string, RegExp, string, string][] = [
  ['e-mail address', /e-?mail/i, '{{email}}', 'recipe@example.com'],
  ['first name', /first name|given name/i, '{{address.first_name}}', 'Recipe'],
  ['last name', /last name|surname|family name/i, '{{address.last_name}}', 'Check'],
  ['name', /^(full |your )?name/i, '{{address.full_name}}', 'Recipe Check'],
  ['street', /street|(?<!e-?mail )address/i, '{{address.line1}}', '100 Congress Avenue'],
  ['apartment', /apartment|suite|address line 2/i, '{{address.line2}}', ''],
  ['house number', /house (no|number)/i, '{{address.house_number}}', '100'],
  ['city', /city|town/i, '{{address.city}}', 'Austin'],
  ['country', /country/i, '{{address.country_name}}', 'United States'],
  ['state', /state|province|region/i, '{{address.state_name}}', 'Texas'],
  ['postal code', /zip|post(al )?code/i, '{{address.postal_code}}', '78701'],
  ['phone', /phone|tel/i, '{{address.phone}}', '+15125550100'],
];

const buyTexts = [/place (the |your )?order|buy now|order now|complete|pay now|^pay/i];

/** The pages from the cart to the button that buys, as many as there are. */
async function checkoutPages(tour: Tour): Promise<Pick<Recipe, 'check_out' | 'totals'>> {
  const path = await open(tour, 'the checkout', '/checkout');
  const steps: Step[] = [{ open: path }];
  for (let page = 1; page <= pagesMax; page += 1) {
    steps.push(...(await formSteps(tour)), ...(await choiceSteps(tour)));
    const hasBuy = best(await candidatesOn(tour.page), 'button', buyTexts).some(({ words }) =>
      buyTexts[0]?.test(words),
    );
    const answer = await tour.person.ask('Is the button that buys on this page? (yes or no)', hasBuy ? 'yes' : 'no');
    if (answer === 'yes') break;
    steps.push(await nextPage(tour));
  }
  return { check_out: steps, totals: await totalsOn(tour) };
}

const pagesMax = 8;

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
      ? field.selectOption({ label: sample }, { timeout: 2_000 })
      : field.fill(sample, { timeout: 2_000 });
    await Promise.resolve(typing).catch(() => tour.person.say('It could not be filled in.'));
  }
  return steps;
}

/** Radios and boxes: delivery, payment, terms. */
async function choiceSteps(tour: Tour): Promise<Step[]> {
  const found = (await candidatesOn(tour.page)).filter(({ role }) => role === 'choice');
  if (found.length === 0) return [];
  tour.person.say('What can be chosen here:');
  for (const [index, { words }] of found.entries()) tour.person.say(`  ${index + 1}  ${words}`);
  const answer = await tour.person.ask('Which of these have to be chosen (numbers, or none)', 'none');
  const chosen = answer.split(/[\s,]+/).flatMap((number) => found[Number(number) - 1] ?? []);
  for (const { target } of chosen) await clickNow(tour, target);
  return chosen.map(({ target }) => ({ choose: target }));
}

async function nextPage(tour: Tour): Promise<Step> {
  const button = await pick(tour, 'The button that goes on', 'button', [
    /^(next|continue|proceed|go on)/i,
    /next|continue/i,
  ]);
  const before = tour.page.url();
  await clickNow(tour, button);
  const url = new URL(tour.page.url());
  if (tour.page.url() === before) return { click: button, until: { gone: button } };
  return { click: button, until: { url: url.pathname.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') } };
}

async function clickNow({ page, person }: Tour, target: Target): Promise<void> {
  await locatorOf(page, target)
    .click({ timeout: 5_000 })
    .catch(() => person.say('It could not be clicked.'));
  await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => {});
}

async function totalsOn(tour: Tour): Promise<Recipe['totals']> {
  const names = { items: /item|sub/i, shipping: /shipping|delivery/i, tax: /tax|vat/i, total: /^(?!sub).*\btotal\b/i };
  const readOf = async (what: keyof typeof names): Promise<{ read: Target }> => ({
    read: await pick(tour, `Where ${what} stands in the summary`, 'amount', [names[what]]),
  });
  return {
    items: await readOf('items'),
    shipping: await readOf('shipping'),
    tax: { ...(await readOf('tax')), or: '0' },
    total: await readOf('total'),
  };
}
