export { createLinkOffers, type LinkOffers } from './offer-link.ts';
export { type PlaceNeeds, placePaidOrder } from './place-paid.ts';
export { refundUnusedLinkFunds } from './refund-rest.ts';
export { paymentRoutes } from './routes.ts';
export { erasePaymentsOf, ordersOfLinks, prunePayments } from './sql.ts';
