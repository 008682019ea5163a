import type { Offer } from './contract.ts';

/** An offer as clients are shown it. */
export const offerPayload = (offer: Offer) => ({
  offer_id: offer.offerId,
  condition: offer.condition,
  price: offer.price,
  available: offer.available,
  buy_box: offer.buyBox,
  addon: offer.addon,
  international: offer.international,
  marketplace_fulfilled: offer.marketplaceFulfilled,
  prime_only: offer.primeOnly,
  member_only: offer.memberOnly,
  handling_days: offer.handlingDays,
  seller: {
    id: offer.seller.id,
    name: offer.seller.name,
    num_ratings: offer.seller.numRatings,
    percent_positive: offer.seller.percentPositive,
    first_party: offer.seller.firstParty,
  },
  shipping_options: offer.shippingOptions.map((option) => ({
    name: option.name,
    price: option.price,
    delivery_days: option.deliveryDays,
  })),
});
