/** /v1: translate in, call the same verbs, translate out. No rules, no SQL. */
export {
  announceCancellation,
  announceCase,
  announceOrder,
  announceReturn,
  type LegacyNews,
  wantsNews,
} from './announce.ts';
export { type LegacyNeeds, legacyRoutes } from './routes.ts';
