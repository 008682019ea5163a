import type { Offer } from '../connectors/contract.ts';
import type { getOffers } from '../domains/catalog/products/index.ts';
import { legacyConditionOf } from './conditions.ts';

type Reply = Awaited<ReturnType<typeof getOffers>>;
interface RequestedProduct {
  retailer: string;
  productId: string;
}

/** The state shared by details and offers; null if the store has responded. */
export function presentUnfinished(reply: Reply, { retailer, productId }: RequestedProduct) {
  const asked = { retailer, product_id: productId };
  switch (reply.kind) {
    case 'found':
      return null;
    case 'processing':
      return { status: 'processing', ...asked };
    case 'missing':
      return { status: 'failed', code: 'product_not_found', message: reply.message, ...asked };
    case 'unreachable':
      return { status: 'failed', code: 'retailer_unavailable', message: reply.message, ...asked };
  }
}

export function presentOffers(offers: readonly Offer[], { retailer, productId }: RequestedProduct) {
  return { status: 'completed', retailer, product_id: productId, offers: offers.map(presentOffer) };
}

function presentOffer(offer: Offer) {
  return {
    offer_id: offer.offerId,
    addon: offer.addon,
    available: offer.available,
    condition: legacyConditionOf(offer.condition),
    handling_days: offer.handlingDays,
    international: offer.international,
    marketplace_fulfilled: offer.marketplaceFulfilled,
    member_only: offer.memberOnly,
    prime_only: offer.primeOnly,
    price: offer.price,
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
  };
}
