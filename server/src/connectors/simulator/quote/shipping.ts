import { assertDefined } from '../../../kit/assert-defined.ts';
import { dayMs, plusMs, utcDay } from '../../../kit/clock.ts';
import { addCents, type Cents, timesCents, toCents, zeroCents } from '../../../kit/money.ts';
import type { PurchaseRequest, Refused } from '../../contract.ts';
import { refuse } from '../../refuse.ts';
import type { KnownOffer, KnownShippingOption } from '../catalog/offers.ts';
import type { Picked } from './pick.ts';

type ShippingOption = KnownShippingOption;

export interface Delivery {
  cost: Cents;
  estimatedDelivery: string;
}

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** Shipping method, cost and delivery date. */
export function chooseShipping(picked: readonly Picked[], request: PurchaseRequest, now: Date): Delivery | Refused {
  const { options } = request;
  if (options.shippingMethod === 'market_day' || options.marketDay !== null) return marketDay(picked, request, now);
  const isFreeByThreshold = reachesThreshold(picked);
  const costsBySeller = new Map<string, Cents>();
  let daysMax = 0;
  for (const { line, product, offer } of picked) {
    const routes = offer.shippingOptions.map((option) =>
      priced(option, offer, isFreeByThreshold || product.freeShipping),
    );
    const inTime = routes.filter((option) => isInTime(offer, option, options.maxDeliveryDays));
    if (inTime.length === 0) {
      const message = `No shipping option arrives within ${options.maxDeliveryDays} days.`;
      return refuse('shipping_unavailable', message, { detail: 'max_delivery_days_exceeded', lineIds: [line.lineId] });
    }
    const chosen = choose(inTime, options.shippingMethod);
    if (!chosen) {
      const message = 'This item does not ship free.';
      return refuse('shipping_unavailable', message, { detail: 'no_free_shipping', lineIds: [line.lineId] });
    }
    // One parcel per seller, at its most expensive line's rate.
    const before = costsBySeller.get(offer.seller.id) ?? zeroCents;
    costsBySeller.set(offer.seller.id, toCents(Math.max(before, chosen.price)));
    daysMax = Math.max(daysMax, offer.handlingDays.max + chosen.deliveryDays.max);
  }
  const arrival = plusMs(now, daysMax * dayMs);
  return {
    cost: addCents(...costsBySeller.values()),
    estimatedDelivery: utcDay(options.disableWeekendShipping ? afterWeekend(arrival) : arrival),
  };
}

function choose(routes: readonly ShippingOption[], method: PurchaseRequest['options']['shippingMethod']) {
  const cheapest = assertDefined(routes.toSorted((left, right) => left.price - right.price)[0]);
  if (method === 'free') return cheapest.price === 0 ? cheapest : null;
  if (method === 'fastest')
    return assertDefined(routes.toSorted((left, right) => left.deliveryDays.max - right.deliveryDays.max)[0]);
  return cheapest;
}

const isInTime = (offer: KnownOffer, option: ShippingOption, daysMax: number | null): boolean =>
  daysMax === null || offer.handlingDays.max + option.deliveryDays.max <= daysMax;

/** Standard shipping may be free. Faster methods never are. */
function priced(option: ShippingOption, offer: KnownOffer, isFree: boolean): ShippingOption {
  const isPlain = option === offer.shippingOptions[0] && offer.marketplaceFulfilled;
  return isFree && isPlain ? { ...option, price: zeroCents } : option;
}

function reachesThreshold(picked: readonly Picked[]): boolean {
  const brand = picked[0]?.store.brand;
  if (!brand?.freeShipping) return false;
  const subtotal = addCents(...picked.map(({ line, offer }) => timesCents(offer.price, line.quantity)));
  return subtotal >= (brand.freeShippingThreshold ?? 0);
}

/** Free delivery on a chosen weekday, on the marketplace only. */
function marketDay(picked: readonly Picked[], request: PurchaseRequest, now: Date): Delivery | Refused {
  if (!picked.every(({ store }) => store.profile.membership === 'prime')) {
    const message = 'This store does not offer delivery on a chosen weekday.';
    return refuse('shipping_unavailable', message, { detail: 'shipping_method_unavailable' });
  }
  const wanted = weekdays.indexOf((request.options.marketDay ?? 'friday').toLowerCase());
  if (wanted === -1) {
    const message = `"${request.options.marketDay}" is not a day of the week.`;
    return refuse('shipping_unavailable', message, { detail: 'invalid_shipping_method' });
  }
  const isWeekend = wanted === 0 || wanted === 6;
  if (isWeekend && request.options.disableWeekendShipping) {
    const message = 'Weekend shipping is disabled, and the requested day is on a weekend.';
    return refuse('shipping_unavailable', message, { detail: 'shipping_method_unavailable' });
  }
  const handling = Math.max(...picked.map(({ offer }) => offer.handlingDays.max)) + 1;
  const earliest = plusMs(now, handling * dayMs);
  const wait = (wanted - earliest.getUTCDay() + 7) % 7;
  if (request.options.maxDeliveryDays !== null && handling + wait > request.options.maxDeliveryDays) {
    const message = `That day is more than ${request.options.maxDeliveryDays} days away.`;
    return refuse('shipping_unavailable', message, { detail: 'max_delivery_days_exceeded' });
  }
  return { cost: zeroCents, estimatedDelivery: utcDay(plusMs(earliest, wait * dayMs)) };
}

function afterWeekend(date: Date): Date {
  const day = date.getUTCDay();
  if (day === 6) return plusMs(date, 2 * dayMs);
  return day === 0 ? plusMs(date, dayMs) : date;
}
