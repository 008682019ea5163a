export { ucpRoutes } from './routes.ts';
export { eraseCheckoutsOf, pruneCheckouts } from './store.ts';
