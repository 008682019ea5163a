import type { Condition, Offer, SellerSelection } from './contract.ts';

/** Preferences of the whole order that bear on the choice of an offer. */
export interface OfferPreferences {
  takeBuyBoxOffers: boolean;
  primeOptOut: boolean;
}

const defaultConditions: readonly Condition[] = ['New'];

/** Shipped by the store itself, which is what its membership programme speeds up. */
const isPrime = (offer: Offer): boolean => offer.marketplaceFulfilled || offer.seller.firstParty;

const matchesPreference = (wanted: boolean | undefined, actual: boolean): boolean =>
  wanted === undefined || wanted === actual;

// A fact that the store does not tell meets no criterion: the client is promised only what is known.
const isAtMost = (actual: number | undefined, wanted: number): boolean => actual !== undefined && actual <= wanted;
const isAtLeast = (actual: number | null, wanted: number | undefined): boolean =>
  (wanted ?? 0) === 0 || (actual !== null && actual >= (wanted ?? 0));

/** Whether an offer meets every given criterion. */
export function meetsSelection(offer: Offer, selection: SellerSelection): boolean {
  const conditions = selection.conditionIn?.length ? selection.conditionIn : defaultConditions;
  return (
    matchesPreference(selection.addon, offer.addon) &&
    matchesPreference(selection.buyBox, offer.buyBox) &&
    matchesPreference(selection.firstPartySeller, offer.seller.firstParty) &&
    matchesPreference(selection.international, offer.international) &&
    matchesPreference(selection.prime, isPrime(offer)) &&
    (offer.available || selection.allowOutOfStock === true) &&
    conditions.includes(offer.condition) &&
    !selection.conditionNotIn?.includes(offer.condition) &&
    (!selection.merchantIdIn?.length || selection.merchantIdIn.includes(offer.seller.id)) &&
    !selection.merchantIdNotIn?.includes(offer.seller.id) &&
    (selection.handlingDaysMax === undefined || isAtMost(offer.handlingDays?.max, selection.handlingDaysMax)) &&
    (selection.maxItemPrice === undefined || offer.price <= selection.maxItemPrice) &&
    isAtLeast(offer.seller.numRatings, selection.minSellerNumRatings) &&
    isAtLeast(offer.seller.percentPositive, selection.minSellerPercentPositiveFeedback)
  );
}

/** The cheapest of the offers that satisfy, or the one that the store shows when that is asked for. */
export function chooseOffer<O extends Offer>(
  offers: readonly O[],
  selection: SellerSelection,
  preferences: OfferPreferences,
): O | null {
  const fitting = offers
    .filter((offer) => meetsSelection(offer, selection))
    .filter((offer) => !(preferences.primeOptOut && offer.primeOnly))
    .filter((offer) => !preferences.takeBuyBoxOffers || offer.buyBox);
  const cheapestFirst = fitting.toSorted(
    (left, right) => left.price - right.price || Number(right.buyBox) - Number(left.buyBox),
  );
  return cheapestFirst[0] ?? null;
}

/** Why nothing could be chosen, in the words of an order. */
export function reasonForNoOffer(
  offers: readonly Offer[],
  selection: SellerSelection,
  preferences: OfferPreferences,
): 'product_out_of_stock' | 'handling_days_exceeded' | 'product_unavailable' {
  if (chooseOffer(offers, { ...selection, allowOutOfStock: true }, preferences)) return 'product_out_of_stock';
  const { handlingDaysMax, ...patient } = selection;
  if (handlingDaysMax !== undefined && chooseOffer(offers, patient, preferences)) return 'handling_days_exceeded';
  return 'product_unavailable';
}
