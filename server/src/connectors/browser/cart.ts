import type { Cents } from '../../kit/money.ts';
import { toCents } from '../../kit/money.ts';
import type { PurchaseRequest, SoldLine } from '../contract.ts';
import { RecipeBroken, StoreSaysNo } from './endings.ts';
import type { Walk } from './page-watch.ts';
import { countIn, moneyIn, readIn } from './reading.ts';
import { locate } from './targets.ts';

interface Row {
  product: string;
  variant: string;
  quantity: number;
  unitPrice: Cents | null;
}

/** The rows of the cart, as the page shows them. */
export async function readCart(walk: Walk): Promise<Row[]> {
  const { page, recipe, scope } = walk;
  const { cart } = recipe;
  const rows: Row[] = [];
  for (const row of await locate(page, cart.rows, scope).all()) {
    const quantity = countIn(await readIn(row, cart.quantity, scope));
    const unit = await readIn(row, cart.unit_price, scope);
    const total = await readIn(row, cart.line_total, scope);
    rows.push({
      product: await readIn(row, cart.product, scope),
      variant: await readIn(row, cart.variant, scope),
      quantity,
      unitPrice: unitPrice(walk, unit, total, quantity),
    });
  }
  return rows;
}

function unitPrice({ recipe }: Walk, unit: string, total: string, quantity: number): Cents | null {
  if (unit !== '') return moneyIn(unit, recipe);
  const cents = moneyIn(total, recipe);
  return cents === null || quantity === 0 ? null : toCents(Math.round(cents / quantity));
}

const fold = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Whether words stand in a text as words: "red" is not in "bordered". */
const holdsWords = (text: string, words: string): boolean => ` ${fold(text)} `.includes(` ${fold(words)} `);

interface WantedLine {
  lineId: string;
  slug: string;
  title: string | null;
  quantity: number;
  variant: readonly { value: string }[];
}

/** By the product's id in its address, or by the title that `add` read as `line.title`; and by the variant. */
function isOf(row: Row, line: WantedLine, readsVariant: boolean): boolean {
  const isProduct =
    decodeURIComponent(row.product)
      .split(/[/?=&#]/)
      .includes(line.slug) ||
    (line.title !== null && fold(row.product) === fold(line.title));
  const words = `${row.variant} ${row.product}`;
  return isProduct && (!readsVariant || line.variant.every(({ value }) => holdsWords(words, value)));
}

/** Our lines as the cart has them. A cart that holds anything else, more or fewer is not bought. */
export function soldLinesOf(walk: Walk, rows: readonly Row[], request: PurchaseRequest): SoldLine[] {
  const titles = new Map(
    (walk.scope.lines as { id: string; title?: string }[]).map(({ id, title }) => [id, title ?? null]),
  );
  const wanted = request.lines.map(({ lineId, ref, quantity, variant }) => ({
    lineId,
    slug: ref.productId,
    title: titles.get(lineId) ?? null,
    quantity,
    variant: variant ?? [],
  }));
  const readsVariant = walk.recipe.cart.variant !== undefined;
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
  const shown = rows.map(({ quantity, product, variant }) => `${quantity} × ${product} ${variant}`.trim()).join('; ');
  throw new StoreSaysNo({
    kind: 'blocked',
    reason: 'retailer_unavailable',
    message: `The cart of the store does not hold what was put into it. It holds: ${shown || 'nothing'}.`,
  });
}
