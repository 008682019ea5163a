export { createCheckout, whyNoCheckout } from './checkout.ts';
export { topUpJobs } from './jobs.ts';
export { topUpRoutes } from './routes.ts';
export { moveTopUpsToAccount } from './store.ts';
export { listOpenTopUps } from './store-open-top-ups.ts';
