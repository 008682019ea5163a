import type { PriceComponents, PurchaseRequest, Refused } from '../../connectors/contract.ts';
import { plainOptions } from '../../connectors/plain-options.ts';
import type { Registry } from '../../connectors/registry.ts';
import { type Clock, secondMs } from '../../kit/clock.ts';
import { newId } from '../../kit/ids.ts';
import { toCents, zeroCents } from '../../kit/money.ts';
import type { World } from '../../kit/world.ts';
import { type ShippingAddress, shippingAddressOf } from '../orders/index.ts';
import { type Content, itemIn, subtotalOf } from './checkout.ts';

const patienceMs = 20 * secondMs;
const anyPrice = toCents(100_000_000);

interface Needs {
  registry: Registry;
  clock: Clock;
}

type Quoted = Pick<Content, 'lines' | 'price' | 'refusal' | 'isEstimate'>;

/** What the store wants for these lines at this address: a cart is filled, read and let go of. Buys nothing. */
export async function quoteCheckout(
  { registry }: Needs,
  world: World,
  lines: Content['lines'],
  address: ShippingAddress,
): Promise<Quoted> {
  const refused = (code: string, message: string): Quoted => ({ lines, price: null, refusal: { code, message } });
  const items = lines.map((line) => {
    const item = itemIn(line.itemId);
    return { line, item, served: item && registry.forUrl(world, item.url) };
  });
  const [first] = items;
  if (!first?.served) return refused('item_unavailable', 'No store that is served here sells this.');
  const { connector, ref } = first.served;
  if (items.some(({ served }) => served?.ref.retailer !== ref.retailer)) {
    return refused('item_unavailable', 'One checkout buys from one retailer: open another one for the rest.');
  }
  if (!connector.prepare || !registry.supports(world, ref.retailer)) {
    return refused('item_unavailable', 'Nothing can be bought from this retailer at the moment.');
  }
  const request: PurchaseRequest = {
    reference: newId(),
    retailer: ref.retailer,
    lines: items.flatMap(({ line, item, served }) =>
      item && served
        ? [
            {
              lineId: line.id,
              ref: served.ref,
              url: item.url,
              quantity: line.quantity,
              variant: item.variant,
              selection: {},
            },
          ]
        : [],
    ),
    shippingAddress: shippingAddressOf(address),
    maxPrice: anyPrice,
    options: plainOptions,
    payment: { kind: 'service' },
    account: null,
  };
  const call = { signal: AbortSignal.timeout(patienceMs) };
  const prepared = await connector.prepare(request, call);
  if (prepared.kind === 'refused') return refused(codeOf(prepared), prepared.message);
  if (prepared.kind === 'needs')
    return { lines, price: reserveFor(lines, connector.currency), refusal: null, isEstimate: true };
  if (prepared.kind === 'blocked') return refused('unavailable', prepared.message);
  await connector.release?.(prepared.checkout, request, call);
  const { price, lines: sold } = prepared.checkout;
  const priced = lines.map((line) => ({
    ...line,
    unitPrice: sold.find(({ lineId }) => lineId === line.id)?.unitPrice ?? line.unitPrice,
  }));
  return { lines: priced, price, refusal: null };
}

/** A quarter and ten more for shipping and tax that are not known yet; what is not needed is not charged. */
function reserveFor(lines: Content['lines'], currency: string): PriceComponents {
  const goods = subtotalOf(lines);
  const reserve = Math.ceil(goods / 4) + 1000;
  return {
    currency,
    basis: 'net',
    subtotal: toCents(goods),
    shipping: zeroCents,
    tax: zeroCents,
    fees: toCents(reserve),
    total: toCents(goods + reserve),
  };
}

const codes: Partial<Record<Refused['reason'], string>> = {
  product_out_of_stock: 'out_of_stock',
  product_quantity_unavailable: 'out_of_stock',
  product_not_found: 'not_found',
  shipping_unavailable: 'address_undeliverable',
  shipping_address_invalid: 'address_undeliverable',
};

const codeOf = ({ reason }: Refused): string => codes[reason] ?? 'item_unavailable';
