import { fieldsOf, textOf } from '../../kit/fields.ts';
import type { Cents } from '../../kit/money.ts';
import { toCents } from '../../kit/money.ts';
import type { LineLimit, PurchaseRequest, Refused, SoldLine } from '../contract.ts';
import { cartChanged, refuse } from '../refuse.ts';
import { RecipeBroken, StoreRefusal } from './attempt-errors.ts';
import type { Handle } from './handle.ts';
import { type RecipeRun, readSettled } from './page-watch.ts';
import { countIn, moneyIn, readIn, rowsIn } from './reading.ts';
import { listAt } from './templates.ts';

export interface Row {
  product: string;
  title: string;
  variant: string;
  quantity: number;
  unitPrice: Cents | null;
  lineTotal: Cents | null;
}

/** The rows of the cart, as the page shows them. */
async function readCart(run: RecipeRun): Promise<Row[]> {
  const { page, recipe, scope } = run;
  const { cart } = recipe;
  const rows: Row[] = [];
  for (const row of await rowsIn(page, cart.rows, scope)) {
    const quantity = countIn(await readIn(row, cart.quantity, scope));
    const unit = await readIn(row, cart.unit_price, scope);
    const total = await readIn(row, cart.line_total, scope);
    rows.push({
      product: await readIn(row, cart.product, scope),
      title: await readIn(row, cart.title, scope),
      variant: await readIn(row, cart.variant, scope),
      quantity,
      unitPrice: unitPrice(run, unit, total, quantity),
      lineTotal: moneyIn(total, recipe, scope),
    });
  }
  return rows;
}

export const readSettledCart = (run: RecipeRun): Promise<Row[]> =>
  readSettled(run, () => readCart(run), { expected: 'stable cart' });

function unitPrice({ recipe, scope }: RecipeRun, unit: string, total: string, quantity: number): Cents | null {
  if (unit !== '') return moneyIn(unit, recipe, scope);
  const cents = moneyIn(total, recipe, scope);
  return cents === null || quantity === 0 ? null : toCents(Math.round(cents / quantity));
}

const fold = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Whether a text contains these whole words: "red" is not in "bordered". */
export const containsWords = (text: string, words: string): boolean => ` ${fold(text)} `.includes(` ${fold(words)} `);

/** Whether a link goes to this product: its ID is one part of the path, or its end. */
export function isProductAddress(shown: string, slug: string): boolean {
  const [path = '', ...parameters] = decoded(shown).split(/[?&#]/);
  const values = parameters.map((parameter) => parameter.slice(parameter.indexOf('=') + 1));
  return path.split('/').includes(slug) || path.replace(/\/$/, '').endsWith(`/${slug}`) || values.includes(slug);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

interface WantedLine {
  lineId: string;
  slug: string;
  title: string | null;
  quantity: number;
  variant: readonly { value: string }[];
}

/** By the product's id in its address, or by the title that `add` read as `line.title`; and by the variant. */
function isOf(row: Row, line: WantedLine, readsVariant: boolean): boolean {
  const { title } = line;
  const isTitle = (shown: string): boolean => title !== null && shown !== '' && fold(shown) === fold(title);
  const isProduct = isProductAddress(row.product, line.slug) || isTitle(row.product) || isTitle(row.title);
  const words = `${row.variant} ${row.product}`;
  return isProduct && (!readsVariant || line.variant.every(({ value }) => containsWords(words, value)));
}

const wantedLinesOf = ({ scope }: RecipeRun, request: PurchaseRequest): WantedLine[] => {
  const titles = new Map(
    listAt(scope, 'lines')
      .map(fieldsOf)
      .map(({ id, title }) => [id, textOf(title) ?? null]),
  );
  return request.lines.map(({ lineId, ref, quantity, variant }) => ({
    lineId,
    slug: ref.productId,
    title: titles.get(lineId) ?? null,
    quantity,
    variant: variant ?? [],
  }));
};

/** The rows as the store names them, to recognize them on the order's page. */
export function goodsOf(run: RecipeRun, rows: readonly Row[], request: PurchaseRequest): Handle['goods'] {
  const wanted = wantedLinesOf(run, request);
  const readsVariant = run.recipe.cart.variant !== undefined;
  return rows.map((row) => {
    const line = wanted.find((candidate) => isOf(row, candidate, readsVariant));
    const shown = [row.title, line?.title ?? '', row.product.includes('/') ? '' : row.product];
    return { slug: line?.slug ?? '', titles: shown.filter((title) => title !== ''), quantity: row.quantity };
  });
}

/** Whether the cart has exactly these items. */
export function cartMatchesGoods(rows: readonly Row[], goods: Handle['goods']): boolean {
  const left = [...rows];
  for (const { slug, titles, quantity } of goods) {
    const index = left.findIndex(
      (row) =>
        row.quantity === quantity &&
        (isProductAddress(row.product, slug) ||
          titles.some((title) => [row.product, row.title].map(fold).includes(fold(title)))),
    );
    if (index < 0) return false;
    left.splice(index, 1);
  }
  return goods.length > 0 && left.length === 0;
}

/** The sum of the rows. Null if a row shows no price. */
export const sumOf = (rows: readonly Row[]): Cents | null =>
  rows.reduce<Cents | null>((sum, { lineTotal, unitPrice: unit, quantity }) => {
    const cost = lineTotal ?? (unit === null ? null : unit * quantity);
    return sum === null || cost === null ? null : toCents(sum + cost);
  }, toCents(0));

/** The cart has only our items, but fewer: the order can be bought in part. */
function findShortage(rows: readonly Row[], wanted: readonly WantedLine[], readsVariant: boolean): Refused | null {
  const limits: LineLimit[] = [];
  const left = new Map(rows.map((row) => [row, row.quantity]));
  for (const line of wanted) {
    const row = rows.find((candidate) => isOf(candidate, line, readsVariant) && (left.get(candidate) ?? 0) > 0);
    const quantity = row ? Math.min(line.quantity, left.get(row) ?? 0) : 0;
    if (row) left.set(row, (left.get(row) ?? 0) - quantity);
    if (quantity < line.quantity) limits.push({ lineId: line.lineId, quantity });
  }
  if ([...left.values()].some((quantity) => quantity > 0)) return null;
  return refuse('product_quantity_unavailable', 'The store added fewer units to the cart.', {
    detail: 'invalid_quantity',
    lineIds: limits.map(({ lineId }) => lineId),
    limits,
  });
}

/** Our lines as the cart has them. Refuses a cart with other items, or with more or fewer of ours. */
export function soldLinesOf(run: RecipeRun, rows: readonly Row[], request: PurchaseRequest): SoldLine[] {
  const wanted = wantedLinesOf(run, request);
  const readsVariant = run.recipe.cart.variant !== undefined;
  const left = new Map(rows.map((row) => [row, row.quantity]));
  const sold = wanted.flatMap((line): SoldLine[] => {
    const row = rows.find(
      (candidate) => isOf(candidate, line, readsVariant) && (left.get(candidate) ?? 0) >= line.quantity,
    );
    if (!row) return [];
    left.set(row, (left.get(row) ?? 0) - line.quantity);
    if (row.unitPrice === null) throw new RecipeBroken(`The cart shows no price for ${row.product}.`);
    return [{ lineId: line.lineId, quantity: line.quantity, unitPrice: row.unitPrice }];
  });
  const isExact = sold.length === wanted.length && [...left.values()].every((quantity) => quantity === 0);
  if (isExact) return sold;
  const shortage = findShortage(rows, wanted, readsVariant);
  // A missing line is not a quantity cap: the store dropped it, or the page was misread.
  const isCapped = shortage?.limits?.every(({ quantity }) => quantity > 0) === true;
  if (shortage && (request.isBestEffort || isCapped)) throw new StoreRefusal(shortage, 'cart');
  const shown = rows.map(({ quantity, product, variant }) => `${quantity} × ${product} ${variant}`.trim()).join('; ');
  const message = `The store's cart does not match the order. It contains: ${shown || 'nothing'}. Nothing was bought.`;
  throw new StoreRefusal(cartChanged(message), 'cart');
}
