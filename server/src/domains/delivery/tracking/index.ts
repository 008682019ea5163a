export { customerMailJobs, followKey, followOrder, trackingJobs } from './jobs.ts';
export { mailAbout, tellCustomer } from './mail-customer.ts';
export type { Stage } from './model.ts';
export { reportByHand } from './report-by-hand.ts';
export { trackingRoutes } from './routes.ts';
export { deleteTrackingOf } from './sql.ts';
export { type TrackNeeds, trackOrder } from './track-order.ts';
