import type { PriceComponents, Variant } from '../../../connectors/contract.ts';
import type { World } from '../../../kit/world.ts';
import type { Caller } from '../../access/accounts/index.ts';
import type { FullOrder } from '../../orders/orders/index.ts';

/** The versions that this service speaks as a store, newest first. */
export const versions = ['2026-08-25', '2026-04-08', '2026-01-11'] as const;
export type Version = (typeof versions)[number];

/** How an agent pays here: with the wallet of the key that it sends. */
export const walletHandler = 'dev.errand.wallet';
export const walletId = 'wallet';

/** How an agent without a key pays: complete asks for a payment (402) by the methods of agent mode. */
export const paymentHandler = 'dev.errand.payment';
export const paymentId = 'payment';

export interface CheckoutLine {
  id: string;
  itemId: string;
  quantity: number;
  title: string;
  unitPrice: number;
}

export interface Content {
  lines: CheckoutLine[];
  buyer: { first_name?: string; last_name?: string; email?: string; phone_number?: string };
  address: FullOrder['shipping_address'] | null;
  /** What the store wants in all, once it knows where to; null before, and when it refused. */
  price: PriceComponents | null;
  /** The store tells its total only after a person did something: `price` is the most that is charged. */
  isEstimate?: boolean;
  /** Where the store says how it takes things back. */
  returnPolicyUrl?: string | null;
  /** What stands against it, in the words of an order. */
  refusal: { code: string; message: string } | null;
}

export interface Checkout {
  id: string;
  state: 'open' | 'completing' | 'ordered' | 'canceled';
  revision: number;
  content: Content;
  orderId: string | null;
  expiresAt: Date;
  /** The world of a checkout that belongs to an agent without a key; null: a key's, which has its own. */
  agentWorld: World | null;
}

/** Who buys: the holder of a key, or an agent that its signature proves. A checkout is theirs alone. */
export type Buyer = { kind: 'key'; caller: Caller; agent: string | null } | { kind: 'agent'; agent: string };

const variantMark = '#ucp-variant=';

/** An item is the address of a product, and the variant where there are several. */
export const itemIdOf = (url: string, variant: readonly Variant[]): string =>
  variant.length === 0 ? url : `${url}${variantMark}${encodeURIComponent(JSON.stringify(variant))}`;

export function itemIn(itemId: string): { url: string; variant: Variant[] | null } | null {
  const [url = '', mark] = itemId.split(variantMark);
  if (mark === undefined) return { url, variant: null };
  try {
    const variant: unknown = JSON.parse(decodeURIComponent(mark));
    const isVariant = (one: unknown): one is Variant =>
      typeof one === 'object' && one !== null && 'label' in one && 'value' in one;
    return Array.isArray(variant) && variant.every(isVariant)
      ? { url, variant: variant.map(({ label, value }) => ({ label: String(label), value: String(value) })) }
      : null;
  } catch {
    return null;
  }
}

export const subtotalOf = (lines: readonly CheckoutLine[]): number =>
  lines.reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0);
