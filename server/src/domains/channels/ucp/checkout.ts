import type { PriceComponents, Variant } from '../../../connectors/contract.ts';
import type { World } from '../../../kit/world.ts';
import type { Caller } from '../../access/accounts/index.ts';
import type { FullOrder } from '../../orders/orders/index.ts';

/** Supported versions, newest first. */
export const versions = ['2026-08-25', '2026-04-08', '2026-01-11'] as const;
export type Version = (typeof versions)[number];

/** Payment with the wallet of the key. */
export const walletHandler = 'dev.errand.wallet';
export const walletId = 'wallet';

/** Payment without a key: completing responds with 402 and the methods of agent mode. */
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
  /** Currency of every amount: the store's, or US dollars for agents without a key. Older checkouts lack it. */
  currency?: string;
  lines: CheckoutLine[];
  buyer: { first_name?: string; last_name?: string; email?: string; phone_number?: string };
  address: FullOrder['shipping_address'] | null;
  /** The store's total, once the address is known; null before, and if the store refused. */
  price: PriceComponents | null;
  /** Errand's fee in that currency, at the rate of the price. Missing: it is in US dollars. */
  serviceFee?: number;
  /** The store names its total only after a person acted: `price` is the maximum. */
  isEstimate?: boolean;
  /** URL of the store's return policy. */
  returnPolicyUrl?: string | null;
  /** Problems, with the codes of an order. */
  refusal: { code: string; message: string } | null;
}

export interface Checkout {
  id: string;
  state: 'open' | 'completing' | 'ordered' | 'canceled';
  revision: number;
  content: Content;
  orderId: string | null;
  expiresAt: Date;
  /** The mode of a checkout without a key; null: the key's mode. */
  agentWorld: World | null;
}

/** The buyer: a key, or an agent proven by its signature. Others cannot see its checkouts. */
export type Buyer = { kind: 'key'; caller: Caller; agent: string | null } | { kind: 'agent'; agent: string };

const variantMark = '#ucp-variant=';

/** An item is a product URL, with a variant if there are several. */
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
