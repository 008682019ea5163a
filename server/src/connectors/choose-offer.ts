import type { Condition, Offer, SellerSelection } from './contract.ts';

/** Order-level preferences for choosing an offer. */
export interface OfferPreferences {
  takeBuyBoxOffers: boolean;
  primeOptOut: boolean;
}

const defaultConditions: readonly Condition[] = ['New'];

/** Shipped by the store itself. */
const isPrime = (offer: Offer): boolean => offer.marketplaceFulfilled || offer.seller.firstParty;

const matchesPreference = (wanted: boolean | undefined, actual: boolean): boolean =>
  wanted === undefined || wanted === actual;

// An unknown fact meets no criterion.
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

/** The cheapest matching offer, or the featured one if requested. */
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

/** Why no offer matches. */
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
