export { createCheckout, whyNoCheckout } from './checkout.ts';
export { type CreateNeeds, insertWanted, openPage } from './create-top-up.ts';
export { topUpJobs } from './jobs.ts';
export { leastCents } from './model.ts';
export { refundTopUp } from './refund-top-up.ts';
export { topUpRoutes } from './routes.ts';
export { lookNow, type SettleNeeds } from './settle-top-up.ts';
export { findTopUp, moveTopUpsToAccount } from './store.ts';
export { listOpenTopUps } from './store-open-top-ups.ts';
