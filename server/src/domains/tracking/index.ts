export { customerMailJobs, followOrder, trackingJobs } from './jobs.ts';
export { tellCustomer } from './mail-customer.ts';
export { trackingRoutes } from './routes.ts';
export { type TrackNeeds, trackOrder } from './track-order.ts';
