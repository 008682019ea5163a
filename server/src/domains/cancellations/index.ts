export { eraseCancellationsOf } from './erase.ts';
export { cancellationJobs } from './jobs.ts';
export { requestCancellation } from './request-cancellation.ts';
export { cancellationRoutes } from './routes.ts';
export { type CancellationRow, findCancellation, findOwnCancellation } from './store.ts';
