import { dayMs, plusMs } from '../../kit/clock.ts';
import type { PurchaseRequest } from '../contract.ts';
import { refuse } from '../refuse.ts';
import type { BrowserNeeds } from './attempt.ts';
import { StoreRefusal } from './attempt-errors.ts';
import type { BrowserSession } from './browser-session.ts';
import { readNow } from './reading.ts';
import type { Scope } from './templates.ts';

/** V8 reads a date without a year as one of this year. */
const yearUnknown = 2001;

/** A day as pages write it (`2026-11-21`); a date without a year is the next such day. Null if it is not a date. */
export function dayIn(text: string, now: Date): string | null {
  const [, day = '', month = '', year = ''] = /(\d{1,2})\. ?(\d{1,2})\. ?(\d{4})/.exec(text) ?? [];
  const [iso = text] = /\d{4}-\d\d-\d\d/.exec(text) ?? [];
  const at = new Date(Date.parse(`${day === '' ? iso : `${year}-${month}-${day}`} UTC`));
  if (Number.isNaN(at.getTime())) return null;
  if (at.getUTCFullYear() === yearUnknown && !text.includes(String(yearUnknown))) {
    at.setUTCFullYear(now.getUTCFullYear());
    if (at < plusMs(now, -dayMs)) at.setUTCFullYear(now.getUTCFullYear() + 1);
  }
  return at.toISOString().slice(0, 10);
}

/** When the store will deliver. An order that asks for a delivery time is refused if the page shows a later day or none. */
export async function readDelivery(
  { recipe, clock }: BrowserNeeds,
  { page }: BrowserSession,
  scope: Scope,
  { options: { maxDeliveryDays } }: PurchaseRequest,
): Promise<string | null> {
  if (!recipe.delivery) return null;
  const shown = (await readNow(page, recipe.delivery, scope)) ?? recipe.delivery.or ?? '';
  const day = dayIn(shown, clock.now());
  if (maxDeliveryDays === null) return day;
  const latest = plusMs(clock.now(), maxDeliveryDays * dayMs)
    .toISOString()
    .slice(0, 10);
  if (day !== null && day <= latest) return day;
  const message = `The store does not promise delivery within ${maxDeliveryDays} days. Its page says: ${shown || 'nothing'}.`;
  throw new StoreRefusal(refuse('shipping_unavailable', message, { detail: 'max_delivery_days_exceeded' }), 'delivery');
}
