export { followOrder, trackingJobs } from './jobs.ts';
export { trackingRoutes } from './routes.ts';
export { type TrackNeeds, trackOrder } from './track-order.ts';
