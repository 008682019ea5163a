export { createCheckout, whyNoCheckout } from './checkout.ts';
export { eraseTopUpsOf } from './erase.ts';
export { topUpJobs } from './jobs.ts';
export { listOpenTopUps } from './open-top-ups.ts';
export { topUpRoutes } from './routes.ts';
export { moveTopUpsToAccount } from './store.ts';
