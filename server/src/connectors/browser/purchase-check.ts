import type { PurchaseRequest } from '../contract.ts';
import { cartChanged } from '../refuse.ts';
import { StoreRefusal } from './attempt-errors.ts';
import type { Handle } from './handle.ts';
import { patienceMsOf, type RecipeRun, waitWithin } from './page-watch.ts';
import { countIn, readIn, readNow, rowsIn } from './reading.ts';
import type { Summary } from './recipe.ts';
import { compareGoods } from './recognize-purchase.ts';
import { findShipToDifference } from './ship-to.ts';

type Wanted = Pick<PurchaseRequest, 'shippingAddress'>;

/**
 * Compares the page with the order: recipient, every line of the address, products and quantities. Null if they are equal.
 * Waits while the page is still loading.
 */
async function findSummaryDifference(
  run: RecipeRun,
  summary: Summary | undefined,
  wanted: Wanted,
  goods: Handle['goods'],
): Promise<string | null> {
  if (!summary) return null;
  let difference: string | null = null;
  const isSame = async (): Promise<boolean> => {
    difference = (await findAddressDifference(run, summary, wanted)) ?? (await findLineDifference(run, summary, goods));
    return difference === null;
  };
  await waitWithin(run, isSame, patienceMsOf(run.recipe));
  return difference;
}

async function findAddressDifference(
  { page, scope, recipe }: RecipeRun,
  { ship_to: readings }: Summary,
  { shippingAddress }: Wanted,
): Promise<string | null> {
  if (!readings) return null;
  const texts = await Promise.all(
    [readings].flat().map(async (reading) => (await readNow(page, reading, scope)) ?? reading.or ?? ''),
  );
  const shown = texts.join('\n');
  const part = findShipToDifference(shown, shippingAddress, recipe.locale);
  return part === null ? null : `a different ${part} in the shipping address (${JSON.stringify(shown)})`;
}

async function findLineDifference(
  { page, scope }: RecipeRun,
  { lines }: Summary,
  goods: Handle['goods'],
): Promise<string | null> {
  if (!lines) return null;
  const rows = await rowsIn(page, lines.rows, scope);
  const sold = await Promise.all(
    rows.map(async (row) => ({
      product: await readIn(row, lines.product, scope),
      quantity: countIn((await readIn(row, lines.quantity, scope)) || '0'),
      text: await row.innerText(),
    })),
  );
  if (compareGoods(sold, goods) === 'same') return null;
  const shown = sold.map(({ quantity, product }) => `${quantity} × ${product}`).join('; ');
  return `other items (${shown || 'none'})`;
}

/** Before the button: refuses if the page differs from the order. */
export async function checkReview(run: RecipeRun, request: Wanted, goods: Handle['goods']): Promise<void> {
  const difference = await findSummaryDifference(run, run.recipe.review, request, goods);
  if (difference === null) return;
  const message = `The store's final page shows ${difference}. Nothing was bought.`;
  throw new StoreRefusal(cartChanged(message), 'review');
}

/** After the button: how the success page differs, for operators. It is bought either way. */
export async function checkConfirmation(
  run: RecipeRun,
  request: Wanted,
  goods: Handle['goods'],
): Promise<string | null> {
  const difference = await findSummaryDifference(run, run.recipe.buy.confirmation, request, goods);
  return difference === null ? null : `The store's success page shows ${difference}.`;
}
