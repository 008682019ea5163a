import { type Static, Type } from 'typebox';
import type { Cents } from '../kit/money.ts';
import type { SoldLine } from './contract.ts';

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

/** Our lines as the store has them. A quantity that differs is told as it is, on the first of ours for that variant. */
export function toSoldLines(lines: readonly CartLine[], wanted: readonly WantedLine[]): SoldLine[] {
  return wanted.flatMap(({ lineId, variantId, quantity }) => {
    const sold = lines.find((line) => line.variantId === variantId);
    if (!sold) return [];
    const isFirst = wanted.find((line) => line.variantId === variantId)?.lineId === lineId;
    const surplus = isFirst ? sold.quantity - wantedQuantity(wanted, variantId) : 0;
    const { unitPrice, title } = sold;
    return [{ lineId, quantity: quantity + surplus, unitPrice, ...(title === undefined ? {} : { title }) }];
  });
}
