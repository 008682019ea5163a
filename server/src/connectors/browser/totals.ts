import { setTimeout as pause } from 'node:timers/promises';
import { type Cents, formatMoney, subtractCents, toCents } from '../../kit/money.ts';
import { cutText } from '../../kit/storable-text.ts';
import type { PriceComponents, PurchaseRequest } from '../contract.ts';
import { refuse } from '../refuse.ts';
import type { Store } from '../store.ts';
import { noteMissed, votesNeeded } from './agreement.ts';
import { RecipeBroken, StoreRefusal } from './attempt-errors.ts';
import { patienceMsOf, type RecipeRun, waitWithin } from './page-watch.ts';
import { describeReading, moneyIn, readNow, rowsIn } from './reading.ts';
import type { Amount } from './recipe.ts';
import { describeTarget } from './targets.ts';

export interface Totals extends PriceComponents {
  /** The items as the page shows them, before discounts. */
  items: Cents;
}

interface Needs {
  store: Pick<Store, 'currency'>;
  /** The sum of the cart's rows; null if they show no prices. */
  cart: Cents | null;
}

/** Between the two reads that must be equal. */
const rereadMs = 250;

/**
 * Reads the totals until two reads are equal and the parts add up: a summary that is still being calculated shows too
 * little. If they never do, nothing is bought.
 */
export async function readTotals(run: RecipeRun, needs: Needs): Promise<Totals> {
  let price: Totals | null = null;
  const failed: Incomplete[] = [];
  const check = async (): Promise<boolean> => {
    const first = await readOnce(run, needs);
    if ('said' in first) {
      failed.push(first);
      return false;
    }
    await pause(rereadMs, undefined, { signal: run.signal });
    const second = await readOnce(run, needs);
    price = first;
    return JSON.stringify(first) === JSON.stringify(second);
  };
  if (!(await waitWithin(run, check, patienceMsOf(run.recipe)))) {
    const last = failed.at(-1);
    const error = new RecipeBroken(`${last?.said ?? 'The total kept changing.'} Nothing was bought.`);
    error.place = last?.place ?? 'totals';
    throw error;
  }
  if (price === null) throw new RecipeBroken('The page shows no total.');
  return price;
}

/** Refuses a total above `max_price`. */
export function checkMaxPrice(
  { name }: Pick<Store, 'name'>,
  { maxPrice }: PurchaseRequest,
  price: PriceComponents,
): void {
  if (price.total <= maxPrice) return;
  const [total, most] = [price.total, maxPrice].map((amount) => formatMoney({ amount, currency: price.currency }));
  const message = `The total at ${name} is ${total}. That is above max_price (${most}).`;
  throw new StoreRefusal(refuse('max_price_exceeded', message), 'totals');
}

/** Why totals can't be used, and which reading is the reason. */
interface Incomplete {
  place: string;
  said: string;
}

/** The totals, or why they are incomplete. */
async function readOnce(run: RecipeRun, { store: { currency }, cart }: Needs): Promise<Totals | Incomplete> {
  const { totals, prices } = run.recipe;
  const amounts: Record<string, Cents> = {};
  for (const name of ['items', 'shipping', 'tax', 'fees', 'discount', 'total'] as const) {
    const reading = totals[name];
    const amount = reading || name !== 'items' ? await readAmount(run, reading) : cart;
    if (amount === null) {
      const said = reading ? await describeAmount(run, reading) : '';
      return { place: `totals.${name}`, said: `The page shows no ${name}.${said}` };
    }
    amounts[name] = amount;
  }
  const { items = 0, shipping = 0, tax = 0, fees = 0, discount = 0, total = 0 } = amounts;
  const goods = items - Math.abs(discount);
  const sum = goods + shipping + fees + (prices === 'net' ? tax : 0);
  if (sum !== total) {
    const said = `The page's items ${items}, discount ${discount}, shipping ${shipping}, fees ${fees} and tax ${tax} (cents) do not add up to its total ${total}.`;
    return { place: 'totals', said };
  }
  const subtotal = prices === 'net' ? toCents(goods) : subtractCents(toCents(goods), toCents(tax));
  return {
    currency,
    basis: prices,
    subtotal,
    shipping: toCents(shipping),
    tax: toCents(tax),
    fees: toCents(fees),
    total: toCents(total),
    items: toCents(items),
  };
}

/** What was read instead of an amount. */
async function describeAmount(run: RecipeRun, reading: Amount): Promise<string> {
  if (Array.isArray(reading)) {
    const said = await Promise.all(reading.map((one) => describeAmount(run, one)));
    return said.join('');
  }
  const { page, scope, recipe } = run;
  const { pattern, ...plain } = reading;
  const disagreement = await describeReading(page, reading, scope);
  if (disagreement !== '') return disagreement;
  const shown = await readNow(page, plain, scope);
  if (shown === null) return ` ${describeTarget(reading.read)} finds nothing.`;
  const read = pattern === undefined ? shown : await readNow(page, reading, scope);
  if (read === null) return ` The pattern ${pattern} doesn't match "${cutText(shown, 200)}".`;
  if (moneyIn(read, recipe, scope) !== null) return '';
  const numbers = read.match(/\d[\d.,]*/g) ?? [];
  const why =
    numbers.length === 0
      ? 'it has no number'
      : numbers.length > 1
        ? 'it has several numbers'
        : 'set "decimal" if its separator is unclear';
  return ` It reads "${cutText(read, 200)}", which isn't a price: ${why}.`;
}

/** An amount, or the sum of several; null if the page doesn't show one of them. */
async function readAmount(run: RecipeRun, reading: Amount | undefined): Promise<Cents | null> {
  if (!reading) return toCents(0);
  if (Array.isArray(reading)) {
    let sum = 0;
    for (const one of reading) {
      const amount = await readAmount(run, one);
      if (amount === null) return null;
      sum += amount;
    }
    return toCents(sum);
  }
  const { page, recipe, scope } = run;
  if (reading.all) {
    const found = await rowsIn(page, reading.read, scope);
    const inEach = found.map((element) => readNow(element, { ...reading, read: ':scope' }, scope));
    const amounts = (await Promise.all(inEach)).map((text) => (text === null ? null : moneyIn(text, recipe, scope)));
    if (amounts.length > 0)
      return amounts.includes(null) ? null : toCents(amounts.reduce((sum: number, each) => sum + (each ?? 0), 0));
    return reading.or === undefined ? null : moneyIn(reading.or, recipe, scope);
  }
  const targets = [reading.read].flat();
  const texts = await Promise.all(targets.map((read) => readNow(page, { ...reading, read }, scope)));
  const found = texts.flatMap((text) => (text === null ? [] : [moneyIn(text, recipe, scope)]));
  const [amount, ...others] = new Set(found);
  if (amount === undefined) return reading.or === undefined ? null : moneyIn(reading.or, recipe, scope);
  // Locators may read different words, but must read the same amount.
  if (others.length > 0 || found.length < votesNeeded(targets.length, 'step')) return null;
  await noteMissed(
    page,
    targets,
    texts.map((text) => (text === null ? 0 : 1)),
  );
  return amount;
}
