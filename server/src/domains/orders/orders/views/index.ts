export { savedViewRoutes } from './routes.ts';
export { eraseViewsOf } from './sql.ts';
