export * from './requests/index.ts';
export { activityRoutes } from './routes.ts';
export { eraseActivityOf, forgetPerson, recordDone } from './sql.ts';
export * from './usage/index.ts';
