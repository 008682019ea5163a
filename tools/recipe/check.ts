import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PageWatcher } from '../../server/src/connectors/browser/agreement.ts';
import { createChromium } from '../../server/src/connectors/browser/chromium.ts';
import { connectorOf } from '../../server/src/connectors/browser/index.ts';
import { parseRecipe } from '../../server/src/connectors/browser/load-recipe.ts';
import type { Recipe } from '../../server/src/connectors/browser/recipe.ts';
import { recipeProblems } from '../../server/src/connectors/browser/recipe-problems.ts';
import type { SessionRecording } from '../../server/src/connectors/browser/recorder.ts';
import type { Connector, PurchaseRequest, RetailerAccount } from '../../server/src/connectors/contract.ts';
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
  email?: string | undefined;
  password?: string | undefined;
  payment?: string | undefined;
  pictures?: string | undefined;
}

/** Prints a recipe's problems. With `--url` and `--product`, runs it up to the final check. Buys nothing. */
export async function check(file: string, options: CheckOptions, print: (line: string) => void): Promise<number> {
  const text = readFileSync(file, 'utf8');
  const problems = recipeProblems(parsed(text));
  for (const problem of problems) print(problem);
  if (problems.length > 0) return 1;
  print(`${file} is a recipe.`);
  for (const advice of adviceFor(parseRecipe(text, file))) print(advice);
  if (options.url === undefined || options.product === undefined) {
    print('Add --url https://shop… and --product <address> to run it up to the final check.');
    return 0;
  }
  return walkRecipe(parseRecipe(text, file), options, print);
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
    return await walk(connector, requestFor(connector, options), print);
  } finally {
    await chromium.close();
    for (const film of films) show(film, options.pictures ?? 'recipe-pictures', print);
  }
}

/** Advice that makes a recipe safer. */
function* adviceFor(recipe: Recipe): Generator<string> {
  if (!recipe.review?.ship_to) yield 'Advice: add review.ship_to to compare the address before the button.';
  if (!recipe.review?.lines) yield 'Advice: add review.lines to compare the items before the button.';
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
  return 1;
}

/** Each step with its time and picture. */
function show(film: SessionRecording, folder: string, print: (line: string) => void): void {
  mkdirSync(folder, { recursive: true });
  const files = new Map<string, string>();
  for (const [index, { name, jpeg }] of film.pictures.entries()) {
    const path = join(folder, `${String(index + 1).padStart(3, '0')}-${name.replace(/\W+/g, '-')}.jpg`);
    writeFileSync(path, jpeg);
    files.set(name, path);
  }
  for (const { at, what, ms, error } of film.steps) {
    print(`${error === null ? 'ok    ' : 'FAILED'} ${at} ${what} (${ms} ms) ${files.get(at) ?? ''}`);
    if (error !== null) print(`       ${error}`);
  }
  const failed = files.get('failed');
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

function requestFor(connector: Connector, options: CheckOptions): PurchaseRequest {
  const url = new URL(options.product ?? '/', options.url);
  const ref = connector.locate(url);
  if (!ref) throw new Error(`${url.href} doesn't match product_path.`);
  const variant = (options.variant ?? []).map((pair) => {
    const [label = '', value = ''] = pair.split('=');
    return { label, value };
  });
  return {
    reference: newId(),
    retailer: 'checked',
    lines: [
      { lineId: newId(), ref, url: url.href, quantity: 1, variant: variant.length > 0 ? variant : null, selection: {} },
    ],
    shippingAddress: {
      firstName: 'Recipe',
      lastName: 'Check',
      addressLine1: '100 Congress Avenue',
      addressLine2: null,
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
