import type { CreateOrderInput } from '../../../../sdk/src/index.ts';
import { parseMoney } from '../../lib/format.ts';
import { imageKey, titleKey } from '../../lib/products.ts';
import { type Address, emptyAddress, readSavedAddress, wireAddress } from './address.ts';
import type { Choice } from './choice.ts';

/** An unsent order. */
export interface Draft {
  address: Address;
  keepsAddress: boolean;
  quantity: number;
  /** As typed; null: use the suggestion. */
  maximum: string | null;
  isGift: boolean;
  giftMessage: string;
  poNumber: string;
  taxId: string;
  handlingDays: string;
  /** Retailer account to buy with; empty: one of the service's accounts. */
  retailerAccount: string;
  /** Saved card that pays; empty: the wallet. */
  card: string;
}

/** Storage name of this product's draft. */
export const draftName = (choice: Choice): string => `checkout ${choice.url}`;

export function firstDraft(choice: Choice): Draft {
  const kept = readSavedAddress();
  return {
    address: kept ?? emptyAddress,
    keepsAddress: kept !== null,
    quantity: choice.quantity,
    maximum: null,
    isGift: false,
    giftMessage: '',
    poNumber: '',
    taxId: '',
    handlingDays: '',
    retailerAccount: '',
    card: '',
  };
}

/** The typed maximum, or the suggestion; null if there is neither. */
export const maximumOf = (draft: Draft, suggestion: number | null): number | null =>
  draft.maximum === null ? suggestion : parseMoney(draft.maximum);

type Condition = NonNullable<CreateOrderInput['body']['products'][number]['condition_in']>[number];

interface Known {
  title: string;
  image: string | null;
  suggestion: number | null;
}

export function bodyOf(draft: Draft, choice: Choice, known: Known): CreateOrderInput['body'] {
  return {
    products: [
      {
        url: choice.url,
        quantity: draft.quantity,
        ...(choice.variant.length > 0 ? { variant: choice.variant } : {}),
        ...(choice.condition ? { condition_in: [choice.condition as Condition] } : {}),
      },
    ],
    shipping_address: wireAddress(draft.address),
    max_price: maximumOf(draft, known.suggestion) ?? 0,
    metadata: { [titleKey]: known.title, ...(known.image ? { [imageKey]: known.image } : {}) },
    ...(draft.isGift ? { is_gift: true, gift_message: draft.giftMessage.trim() || null } : {}),
    ...(draft.poNumber.trim() ? { po_number: draft.poNumber.trim() } : {}),
    ...(draft.taxId.trim() ? { tax_id: draft.taxId.trim() } : {}),
    ...(draft.handlingDays ? { handling_days_max: Number(draft.handlingDays) } : {}),
    ...(draft.retailerAccount ? { retailer_credentials_id: draft.retailerAccount } : {}),
    ...(draft.card ? { payment: { mode: 'card' as const, payment_method: draft.card } } : {}),
  };
}
