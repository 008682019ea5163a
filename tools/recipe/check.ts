import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PageWatcher } from '../../server/src/connectors/browser/agreement.ts';
import { createChromium } from '../../server/src/connectors/browser/chromium.ts';
import { connectorOf } from '../../server/src/connectors/browser/index.ts';
import { parseRecipe } from '../../server/src/connectors/browser/load-recipe.ts';
import type { Recipe } from '../../server/src/connectors/browser/recipe.ts';
import { recipeProblems } from '../../server/src/connectors/browser/recipe-problems.ts';
import type { SessionRecording } from '../../server/src/connectors/browser/recorder.ts';
import type {
  Connector,
  PurchaseRequest,
  Refused,
  RetailerAccount,
  Variant,
} from '../../server/src/connectors/contract.ts';
import { plainOptions } from '../../server/src/connectors/options.ts';
import type { Store } from '../../server/src/connectors/store.ts';
import { systemClock } from '../../server/src/kit/clock.ts';
import { newId } from '../../server/src/kit/ids.ts';
import { formatCents, toCents } from '../../server/src/kit/money.ts';
import { createLogger } from '../../server/src/platform/logger.ts';
import { createDial } from '../../server/src/platform/outgoing/index.ts';

export interface CheckOptions {
  url?: string | undefined;
  product?: string | undefined;
  variant?: string[] | undefined;
  /** Units of the product; default 2. */
  quantity?: string | undefined;
  email?: string | undefined;
  password?: string | undefined;
  payment?: string | undefined;
  pictures?: string | undefined;
}

/** Prints a recipe's problems. With `--url` and `--product`, runs it up to the final check. Buys nothing. */
export async function check(file: string, options: CheckOptions, print: (line: string) => void): Promise<number> {
  const text = readRecipeFile(file);
  const problems = recipeProblems(parsed(text));
  for (const problem of problems) print(problem);
  if (problems.length > 0) return 1;
  print(`${file} is a recipe.`);
  const recipe = parseRecipe(text, file);
  for (const advice of adviceFor(recipe)) print(advice);
  const hasAccount = options.email !== undefined && options.password !== undefined;
  if (!hasAccount && recipe.buy.number === undefined) print(noGuestNumber);
  if (options.url === undefined || options.product === undefined) {
    print('Add --url https://shop… and --product <address> to run it up to the final check.');
    return 0;
  }
  return walkRecipe(recipe, options, print);
}

/** Runs a recipe up to the final check and saves a picture after each step. Buys nothing. */
export async function walkRecipe(
  recipe: Recipe,
  options: CheckOptions,
  print: (line: string) => void,
  watcher?: PageWatcher,
): Promise<number> {
  if (options.url === undefined || options.product === undefined) throw new Error('Add --url and --product.');
  const chromium = createChromium({ path: process.env.CHROMIUM_PATH ?? null, atOnce: 1 });
  const films: SessionRecording[] = [];
  const saveRecording = async (film: SessionRecording): Promise<void> => void films.push(film);
  const dial = createDial({ allowPrivate: true });
  const kind = { chromium, dial, saveRecording, isThorough: true, ...(watcher && { watcher }) };
  const needs = { clock: systemClock, logger: createLogger({ level: 'silent' }) };
  const store = storeFor(new URL(options.url).origin, options.payment ?? null);
  const connector = connectorOf(store, recipe, kind, needs);
  try {
    const request = requestFor(connector, options);
    for (const line of describeRequest(request)) print(line);
    return await walk(connector, request, print);
  } finally {
    await chromium.close();
    for (const film of films) show(film, options.pictures ?? 'recipe-pictures', print);
  }
}

const noGuestNumber =
  "Warning: without buy.number, Errand reads the order number from the account's history, and guests have none. An operator has to resolve every guest order. Add buy.number, or buy with an account (--email, --password).";

/** The recipe's text. Says which file is missing. */
export function readRecipeFile(file: string): string {
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`);
  return readFileSync(file, 'utf8');
}

/** Advice that makes a recipe safer. */
function* adviceFor(recipe: Recipe): Generator<string> {
  if (!recipe.review?.ship_to) yield 'Advice: add review.ship_to to compare the address before the button.';
  if (!recipe.review?.lines) yield 'Advice: add review.lines to compare the items before the button.';
  if (!recipe.product?.choices)
    yield 'Advice: add product.choices if products have choices, such as sizes. Otherwise, an order that names none gets the default.';
  if (recipe.product?.choices && !recipe.cart.variant)
    yield 'Advice: add cart.variant to compare the variant in the cart.';
  if (!Array.isArray(recipe.buy.button)) yield 'Advice: give buy.button several locators.';
  const parts = { add: recipe.add, check_out: recipe.check_out, log_in: recipe.log_in?.steps ?? [] };
  for (const [part, steps] of Object.entries(parts)) {
    for (const [index, step] of steps.entries()) {
      const isBlind = 'click' in step && step.until === undefined && step.expect === undefined;
      if (isBlind) yield `Advice: /${part}/${index} clicks without until or expect.`;
    }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const hints: Partial<Record<Refused['reason'], string>> = {
  product_variant_required: 'Choose with --variant, such as --variant "Size=Large". Repeat it for each choice.',
  product_variant_unavailable: 'Write --variant "Label=Value" in the words of the product page, such as "Size=Large".',
  product_quantity_unavailable: 'If the store sells only one unit, add --quantity 1.',
};

async function walk(connector: Connector, request: PurchaseRequest, print: (line: string) => void): Promise<number> {
  const call = { signal: AbortSignal.timeout(600_000) };
  const prepared = await connector.prepare?.(request, call);
  if (prepared?.kind === 'ready') {
    const { subtotal, shipping, tax, total } = prepared.checkout.price;
    const parts = [subtotal, shipping, tax].map(formatCents);
    print(`The final check: ${parts.join(' + ')} = ${formatCents(total)}. Nothing was bought.`);
    await connector.release?.(prepared.checkout, request, call);
    return 0;
  }
  if (prepared?.kind === 'bought_before') print(prepared.message);
  else if (prepared?.kind === 'needs') print(`It needs a person: ${prepared.question.message}`);
  else print(`It ended with ${prepared?.reason}: ${prepared?.message}`);
  const hint = prepared?.kind === 'refused' ? hints[prepared.reason] : undefined;
  if (hint !== undefined) print(hint);
  return 1;
}

/** Each step with its time and picture. */
function show(film: SessionRecording, folder: string, print: (line: string) => void): void {
  mkdirSync(folder, { recursive: true });
  // A step in a loop has a picture each time.
  const files = new Map<string, string[]>();
  for (const [index, { name, jpeg }] of film.pictures.entries()) {
    const path = join(folder, `${String(index + 1).padStart(3, '0')}-${name.replace(/\W+/g, '-')}.jpg`);
    writeFileSync(path, jpeg);
    files.set(name, [...(files.get(name) ?? []), path]);
  }
  for (const { at, what, ms, error } of film.steps) {
    const picture = error === null ? files.get(at)?.shift() : undefined;
    print(`${error === null ? 'ok    ' : 'FAILED'} ${at} ${what} (${ms} ms) ${picture ?? ''}`);
    if (error !== null) print(`       ${error}`);
  }
  const [failed] = files.get('failed') ?? [];
  if (failed !== undefined) print(`The page as it was then: ${failed}`);
  print(`Ended: ${film.ending}`);
}

const storeFor = (url: string, payment: string | null): Store => ({
  name: 'checked',
  kind: 'browser',
  world: 'live',
  url,
  also: [],
  apiUrl: null,
  currency: 'USD',
  countries: null,
  mode: 'automatic',
  payment,
  settings: {},
  contact: 'buyer@example.com',
  billTo: null,
  trackEveryMs: 60_000,
});

/** Two units by default: a recipe that always fills in 1 must fail. */
function quantityOf({ quantity = '2' }: CheckOptions): number {
  if (!/^[1-9]\d?$/.test(quantity)) throw new Error(`Write --quantity as a number from 1 to 99, not "${quantity}".`);
  return Number(quantity);
}

const variantOf = ({ variant = [] }: CheckOptions): Variant[] =>
  variant.map((pair) => {
    const [, label, value] = /^([^=]*[^=\s])\s*=\s*(\S.*)$/.exec(pair) ?? [];
    if (label === undefined || value === undefined)
      throw new Error(
        `Write --variant as "Label=Value", such as "Size=${pair.replaceAll('=', '').trim() || 'Large'}".`,
      );
    return { label: label.trim(), value: value.trim() };
  });

/** What is tried, so that a reader can tell what was not. */
function* describeRequest({ lines, shippingAddress: to, account }: PurchaseRequest): Generator<string> {
  for (const { quantity, url, variant } of lines) {
    const chosen = variant?.map(({ label, value }) => `${label}: ${value}`).join(', ') ?? 'no variant';
    yield `Trying ${quantity} × ${url} (${chosen}), ${account ? `with the account ${account.email}` : 'as a guest'}.`;
  }
  const parts = [`${to.firstName} ${to.lastName}`, to.addressLine1, to.addressLine2, to.city, to.state, to.postalCode];
  yield `To ${[...parts, to.country].filter(Boolean).join(', ')}.`;
}

function requestFor(connector: Connector, options: CheckOptions): PurchaseRequest {
  const url = new URL(options.product ?? '/', options.url);
  const ref = connector.locate(url);
  if (!ref) throw new Error(`${url.href} doesn't match product_path.`);
  const variant = variantOf(options);
  const quantity = quantityOf(options);
  return {
    reference: newId(),
    retailer: 'checked',
    lines: [
      { lineId: newId(), ref, url: url.href, quantity, variant: variant.length > 0 ? variant : null, selection: {} },
    ],
    shippingAddress: {
      firstName: 'Recipe',
      lastName: 'Check',
      addressLine1: '100 Congress Avenue',
      addressLine2: 'Apt 4B',
      city: 'Austin',
      state: 'TX',
      postalCode: '78701',
      country: 'US',
      phoneNumber: '+15125550100',
    },
    maxPrice: toCents(100_000_000),
    options: plainOptions,
    payment: { kind: 'service' },
    account: accountOf(options),
  };
}

function accountOf({ email, password }: CheckOptions): RetailerAccount | null {
  if (email === undefined || password === undefined) return null;
  let session: string | null = null;
  return {
    id: email,
    email,
    password: async () => password,
    totp: async () => null,
    mailedCode: async () => null,
    session: {
      load: async () => session,
      save: async (state) => {
        session = state;
      },
    },
  };
}
