import { type Static, Type } from 'typebox';
import type { Cents } from '../kit/money.ts';
import type { PurchaseRecord, PurchaseRequest, Refused, SoldLine } from './contract.ts';

/** Our lines and their variants. Recorded with a checkout for later calls. */
export const WantedLines = Type.Array(
  Type.Object({ lineId: Type.String(), variantId: Type.String(), quantity: Type.Integer() }),
);
export type WantedLine = Static<typeof WantedLines>[number];

/** A line of the store's cart or order. Several of our lines with the same variant are one line there. */
export interface CartLine {
  variantId: string;
  quantity: number;
  unitPrice: Cents;
  title?: string | undefined;
  image?: string | undefined;
}

export const wantedQuantity = (wanted: readonly WantedLine[], variantId: string): number =>
  wanted.filter((line) => line.variantId === variantId).reduce((sum, line) => sum + line.quantity, 0);

/** Whether the cart has exactly the wanted lines. A store may have added fewer or more. */
export function cartMatches(lines: readonly CartLine[], wanted: readonly WantedLine[]): boolean {
  const variants = new Set(wanted.map(({ variantId }) => variantId));
  const isExact = ({ variantId, quantity }: CartLine): boolean =>
    variants.has(variantId) && quantity === wantedQuantity(wanted, variantId);
  return lines.length === variants.size && lines.every(isExact);
}

/**
 * Maps the store's lines to ours. Missing units are taken from the last of our lines with that variant, extra units
 * go to the first.
 */
export function toSoldLines(lines: readonly CartLine[], wanted: readonly WantedLine[]): SoldLine[] {
  const left = new Map(lines.map(({ variantId, quantity }) => [variantId, quantity]));
  return wanted.flatMap(({ lineId, variantId, quantity }) => {
    const sold = lines.find((line) => line.variantId === variantId);
    if (!sold) return [];
    const isFirst = wanted.find((line) => line.variantId === variantId)?.lineId === lineId;
    const surplus = isFirst ? Math.max(0, sold.quantity - wantedQuantity(wanted, variantId)) : 0;
    const count = Math.min(quantity + surplus, left.get(variantId) ?? 0);
    left.set(variantId, (left.get(variantId) ?? 0) - count);
    const { unitPrice, title, image } = sold;
    const shown = { ...(title === undefined ? {} : { title }), ...(image === undefined ? {} : { image }) };
    return count === 0 ? [] : [{ lineId, quantity: count, unitPrice, ...shown }];
  });
}

/** Which of our lines exceed the available units, and how many of each the store would sell. */
export function limitsFor(
  wanted: readonly WantedLine[],
  variantId: string,
  available: number,
): Required<Pick<Refused, 'lineIds' | 'limits'>> {
  let left = Math.max(0, Math.floor(available));
  const limits = wanted
    .filter((line) => line.variantId === variantId)
    .flatMap(({ lineId, quantity }) => {
      const count = Math.min(quantity, left);
      left -= count;
      return count < quantity ? [{ lineId, quantity: count }] : [];
    });
  return { lineIds: limits.map(({ lineId }) => lineId), limits };
}

/** The record of a purchase before its outcome is known. */
export function recordOf(
  request: PurchaseRequest,
  more: Partial<Pick<PurchaseRecord, 'merchantOrderIds' | 'handle' | 'note' | 'account'>> = {},
): PurchaseRecord {
  return {
    reference: request.reference,
    retailer: request.retailer,
    lines: request.lines.map(({ lineId, ref, url, quantity, variant }) => ({
      lineId,
      ref,
      url,
      quantity,
      variant,
      unitPrice: null,
    })),
    shippingAddress: request.shippingAddress,
    merchantOrderIds: [],
    handle: null,
    note: null,
    account: request.account,
    ...more,
  };
}
