import { addCents, type Cents, subtractCents, timesCents, toCents, zeroCents } from '../../../kit/money.ts';
import type { PromoCode, Refused } from '../../contract.ts';
import { refuse } from '../../refuse.ts';
import { percentOf } from '../catalog/offers.ts';
import type { Picked } from './pick.ts';

/** Promo codes of all simulated stores. */
const promotions: Readonly<Record<string, { percent?: number; amount?: number; from?: number; shipsFree?: true }>> = {
  WELCOME10: { percent: 10 },
  SAVE5: { amount: 500, from: 2500 },
  TAKE20: { percent: 20, from: 10_000 },
  FREESHIP: { shipsFree: true },
};

export interface Discount {
  amount: Cents;
  shipsFree: boolean;
}

/** The discount. An invalid code refuses the order unless it is optional. */
export function applyPromoCodes(codes: readonly PromoCode[], picked: readonly Picked[]): Discount | Refused {
  let amount = zeroCents;
  let shipsFree = false;
  for (const code of codes) {
    const discount = discountOf(code, picked);
    if (discount) {
      amount = addCents(amount, discount.amount);
      shipsFree ||= discount.shipsFree;
    } else if (!code.optional) {
      const message = `The promo code ${code.code} does not work for this order.`;
      return refuse('checkout_failed', message, { detail: 'invalid_promo_code' });
    }
  }
  return { amount: toCents(Math.min(amount, subtotalOf(picked))), shipsFree };
}

export const subtotalOf = (picked: readonly Picked[]): Cents =>
  addCents(...picked.map(({ line, offer }) => timesCents(offer.price, line.quantity)));

function discountOf(code: PromoCode, picked: readonly Picked[]): Discount | null {
  const promotion = promotions[code.code.toUpperCase()];
  const lines = picked.filter(({ offer }) => code.merchantId === null || offer.seller.id === code.merchantId);
  const subtotal = subtotalOf(lines);
  if (!promotion || lines.length === 0 || subtotal < (promotion.from ?? 0)) return null;
  const amount = promotion.percent ? percentOf(subtotal, promotion.percent) : toCents(promotion.amount ?? 0);
  return keepsPromise(code, lines, subtotal, amount) ? { amount, shipsFree: promotion.shipsFree ?? false } : null;
}

/** A code that gives less than the client expects is invalid. */
function keepsPromise(code: PromoCode, lines: readonly Picked[], subtotal: Cents, amount: Cents): boolean {
  const pieces = lines.reduce((sum, { line }) => sum + line.quantity, 0);
  return (
    amount >= (code.discountAmount ?? 0) &&
    amount * 100 >= subtotal * (code.discountPercentage ?? 0) - 100 &&
    (code.costOverride === null || subtractCents(subtotal, amount) <= code.costOverride * pieces)
  );
}
