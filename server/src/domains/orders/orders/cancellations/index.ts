export { cancellationJobs } from './jobs.ts';
export { requestCancellation } from './request-cancellation.ts';
export { cancellationRoutes } from './routes.ts';
export { type CancellationRow, eraseCancellationsOf, findCancellation, findOwnCancellation } from './sql.ts';
