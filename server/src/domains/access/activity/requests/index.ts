export { createRequestRecorder } from './record.ts';
export { requestRoutes } from './routes.ts';
export { deleteRequestsBefore, eraseRequestsOf, moveRequestsToAccount } from './sql.ts';
