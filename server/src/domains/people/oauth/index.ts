/** OAuth 2.1: a person approves a program, and it gets its own key. */
export { oauthRoutes } from './routes.ts';
export { eraseOauthOf, pruneOauth } from './sql.ts';
