/** /v1: translate in, call the same verbs, translate out. No rules, no SQL. */
export {
  announceCancellation,
  announceCase,
  announceOrder,
  announceReturn,
  type LegacyEvent,
  wantsEvent,
} from './announce.ts';
export { type LegacyNeeds, legacyRoutes } from './routes.ts';
