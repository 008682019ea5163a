export { customerMailJobs, followOrder, trackingJobs } from './jobs.ts';
export { tellCustomer } from './mail-customer.ts';
export { reportByHand } from './report-by-hand.ts';
export { trackingRoutes } from './routes.ts';
export { type TrackNeeds, trackOrder } from './track-order.ts';
