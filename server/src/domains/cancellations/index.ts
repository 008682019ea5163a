export { cancellationJobs } from './jobs.ts';
export { requestCancellation } from './request-cancellation.ts';
export { cancellationRoutes } from './routes.ts';
export { type CancellationRow, findCancellation, findOwnCancellation } from './store.ts';
export { eraseCancellationsOf } from './store-erase.ts';
