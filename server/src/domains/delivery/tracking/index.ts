export { startTracking, trackingJobs, trackingKey, trackingMailJobs } from './jobs.ts';
export { type Language, languageOfCountry } from './languages.ts';
export { composeCustomerMail, queueCustomerMail } from './mail-customer.ts';
export { queueLateMail } from './mail-late.ts';
export type { Stage } from './model.ts';
export { reportParcels } from './report-parcels.ts';
export { trackingRoutes } from './routes.ts';
export { deleteTrackingOf } from './sql.ts';
export { type TrackNeeds, trackOrder } from './track-order.ts';
