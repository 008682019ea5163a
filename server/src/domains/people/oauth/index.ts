/** Signing in to a program with OAuth 2.1: a person lets it in, and it gets a key of its own. */
export { oauthRoutes } from './routes.ts';
export { eraseOauthOf, pruneOauth } from './sql.ts';
