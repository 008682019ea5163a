import { type Static, Type } from 'typebox';
import type { Cents } from '../kit/money.ts';
import type { PurchaseRecord, PurchaseRequest, Refused, SoldLine } from './contract.ts';

/** Our lines and the variants that they mean. Written down with a checkout, so that later calls know which is which. */
export const WantedLines = Type.Array(
  Type.Object({ lineId: Type.String(), variantId: Type.String(), quantity: Type.Integer() }),
);
export type WantedLine = Static<typeof WantedLines>[number];

/** A line of the store's cart or order. A store has one line for all of ours that mean the same variant. */
export interface CartLine {
  variantId: string;
  quantity: number;
  unitPrice: Cents;
  title?: string | undefined;
  image?: string | undefined;
}

export const wantedQuantity = (wanted: readonly WantedLine[], variantId: string): number =>
  wanted.filter((line) => line.variantId === variantId).reduce((sum, line) => sum + line.quantity, 0);

/** Whether the cart holds exactly what is wanted; a store may have added less than it was asked for, or more. */
export function cartMatches(lines: readonly CartLine[], wanted: readonly WantedLine[]): boolean {
  const variants = new Set(wanted.map(({ variantId }) => variantId));
  const isExact = ({ variantId, quantity }: CartLine): boolean =>
    variants.has(variantId) && quantity === wantedQuantity(wanted, variantId);
  return lines.length === variants.size && lines.every(isExact);
}

/** Our lines as the store has them. Too few of a variant are too few of the last of ours for it, too many are the first's. */
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

/** Which of our lines are too many, and how many of each the store would sell: of this variant it has so many. */
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

/** The record of a purchase that was just asked for, before anybody knows whether the store sold. */
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
