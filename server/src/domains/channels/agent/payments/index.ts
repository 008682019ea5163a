export { createLinkOffers, type LinkOffers } from './offer-link.ts';
export { type PlaceNeeds, placePaid } from './place-paid.ts';
export { refundLinkRest } from './refund-rest.ts';
export { paymentRoutes } from './routes.ts';
export { erasePaymentsOf, ordersOfLinks, prunePayments } from './sql.ts';
