/** /v1: translate in, call the same verbs, translate out. No rules, no SQL. */
export { type LegacyNeeds, legacyRoutes } from './routes.ts';
