import type { WantedLine } from '../cart-lines.ts';
import { type CatalogProduct, type CatalogVariant, chooseVariant, pickVariant } from '../catalog-product.ts';
import type { Call, PurchasedLine, PurchaseRequest, Refused } from '../contract.ts';
import type { StoreProblem } from '../refuse.ts';
import { refuse } from '../refuse.ts';
import type { Store } from '../store.ts';
import type { UcpApi } from './api.ts';
import { hasCatalog, resolve } from './catalog.ts';

interface Needs {
  store: Store;
  api: UcpApi;
}

/** The item of every line, or the first refusal. */
export const pickItems = (needs: Needs, request: PurchaseRequest, call: Call): Promise<WantedLine[] | StoreProblem> =>
  itemsBy(needs, request.lines, (product, line) => pickVariant(needs.store, product, line, request), call);

/** The item of every line, even if sold out: an earlier purchase may have taken the last one. */
export const itemsOrdered = (
  needs: Needs,
  lines: readonly PurchasedLine[],
  call: Call,
): Promise<WantedLine[] | StoreProblem> =>
  itemsBy(needs, lines, (product, { variant }) => chooseVariant(product, variant ?? []), call);

async function itemsBy<Line extends Pick<PurchasedLine, 'lineId' | 'quantity' | 'ref'>>(
  needs: Needs,
  lines: readonly Line[],
  choose: (product: CatalogProduct, line: Line) => CatalogVariant | Refused,
  call: Call,
): Promise<WantedLine[] | StoreProblem> {
  const isListed = await hasCatalog(needs.api, call);
  if (typeof isListed !== 'boolean') return isListed;
  const wanted: WantedLine[] = [];
  for (const line of lines) {
    const { lineId, quantity, ref } = line;
    if (!isListed) {
      wanted.push({ lineId, variantId: ref.productId, quantity });
      continue;
    }
    const found = await resolve(needs, ref, call);
    if (found.kind === 'blocked' || found.kind === 'refused') return found;
    if (found.kind === 'missing') return refuse('product_not_found', found.message, { lineIds: [lineId] });
    const variant = choose(found.product, line);
    if ('kind' in variant) return { ...variant, lineIds: [lineId] };
    wanted.push({ lineId, variantId: variant.id, quantity });
  }
  return wanted;
}
