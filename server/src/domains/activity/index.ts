export { activityRoutes } from './routes.ts';
export { eraseActivityOf } from './store.ts';
