import { assertDefined } from '../../../kit/assert-defined.ts';
import { addCents, type Cents, toCents, zeroCents } from '../../../kit/money.ts';
import { limitsFor, wantedQuantity } from '../../cart-lines.ts';
import { chooseOffer, reasonForNoOffer } from '../../choose-offer.ts';
import type { PurchaseLine, PurchaseRequest, Refused } from '../../contract.ts';
import { isRefused, refuse } from '../../refuse.ts';
import type { SimulatorCatalog } from '../catalog/index.ts';
import { type KnownOffer, offersOf } from '../catalog/offers.ts';
import { isCombinationAvailable, type Product } from '../catalog/product.ts';
import type { Store } from '../catalog/store-products.ts';

/** An order line with its product and offer. */
export interface Picked {
  line: PurchaseLine;
  store: Store;
  product: Product;
  offer: KnownOffer;
}

/** Finds product, variant, quantity and offer of every line, or the first refusal. */
export function pickLines(catalogue: SimulatorCatalog, request: PurchaseRequest): Picked[] | Refused {
  const picked: Picked[] = [];
  for (const line of request.lines) {
    const found = pickLine(catalogue, request, line);
    if (isRefused(found)) return { lineIds: [line.lineId], ...found };
    picked.push(found);
  }
  return picked;
}

function pickLine(catalogue: SimulatorCatalog, request: PurchaseRequest, line: PurchaseLine): Picked | Refused {
  const found = catalogue.find(line.ref);
  if (!found) return refuse('product_not_found', `The store has no product ${line.ref.productId}.`);
  const { store, product } = found;
  if (product.isDiscontinued) return refuse('product_unavailable', 'The store no longer sells this product.');
  if (found.isRetired && request.options.strictExpiredProductId) {
    const message = `Product ${line.ref.productId} was replaced by ${product.productId}.`;
    return refuse('product_not_found', message, { detail: 'expired_product_id' });
  }
  if (!product.countries.includes(request.shippingAddress.country)) {
    const message = `This product does not ship to ${request.shippingAddress.country}.`;
    return refuse('shipping_unavailable', message);
  }
  const add = chooseVariant(product, line);
  if (typeof add !== 'number') return add;
  const postalCode = request.options.offersPostalCode ?? request.shippingAddress.postalCode;
  const offers = offersOf(store, product, { add, postalCode });
  const offer = chooseOffer(offers, line.selection, request.options);
  if (!offer) {
    const reason = reasonForNoOffer(offers, line.selection, request.options);
    return refuse(reason, noOfferMessages[reason]);
  }
  return checkQuantity(request, line, product) ?? { line, store, product, offer };
}

const noOfferMessages = {
  product_out_of_stock: 'This product is out of stock.',
  handling_days_exceeded: 'No seller ships within handling_days_max.',
  product_unavailable: "No offer matches the order's criteria.",
};

/** Surcharge of the chosen variant. */
function chooseVariant(product: Product, line: PurchaseLine): Cents | Refused {
  const wanted = new Map((line.variant ?? []).map(({ label, value }) => [label.toLowerCase(), value.toLowerCase()]));
  const values: string[] = [];
  let add = zeroCents;
  for (const choice of product.choices) {
    const value = wanted.get(choice.label.toLowerCase());
    wanted.delete(choice.label.toLowerCase());
    if (value === undefined && choice.required) {
      const known = choice.values.map((candidate) => candidate.value).join(', ');
      return refuse('product_variant_required', `Choose a ${choice.label}: ${known}.`, {
        detail: 'insufficient_variants',
      });
    }
    const chosen =
      value === undefined
        ? assertDefined(choice.values[0])
        : choice.values.find((candidate) => candidate.value.toLowerCase() === value);
    if (!chosen) return variantGone(`${choice.label} "${value}" is not available.`);
    values.push(chosen.value);
    add = addCents(add, toCents(chosen.add));
  }
  const [strange] = wanted.keys();
  if (strange !== undefined) return variantGone(`This product has no option ${strange}.`);
  const hasChosen = line.variant !== null && line.variant.length > 0;
  if (hasChosen && !isCombinationAvailable(product, values)) return variantGone(`${values.join(', ')} is sold out.`);
  return add;
}

const variantGone = (message: string): Refused =>
  refuse('product_variant_unavailable', message, { detail: 'invalid_variant' });

/** Adds up all lines of a product. */
function checkQuantity(request: PurchaseRequest, line: PurchaseLine, product: Product): Refused | null {
  const { productId } = line.ref;
  const wanted = request.lines.map(({ lineId, ref, quantity }) => ({ lineId, variantId: ref.productId, quantity }));
  const quantity = wantedQuantity(wanted, productId);
  if (quantity > product.maxQuantity) {
    const message = `The store sells at most ${product.maxQuantity} of this product per order.`;
    const limits = limitsFor(wanted, productId, product.maxQuantity);
    return refuse('quantity_limit_exceeded', message, { detail: 'max_quantity_exceeded', ...limits });
  }
  if (quantity > product.stock && line.selection.allowOutOfStock !== true) {
    return refuse('product_quantity_unavailable', `Only ${product.stock} are in stock.`, {
      detail: 'invalid_quantity',
      ...limitsFor(wanted, productId, product.stock),
    });
  }
  return null;
}
