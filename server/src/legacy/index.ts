/** /v1: translate in, call the same verbs, translate out. No rules, no SQL. */
export { isLegacyPath, legacySpace } from './address-space.ts';
export {
  announceCancellation,
  announceCase,
  announceOrder,
  announceReturn,
  wantsEvent,
} from './announce.ts';
export type { LegacyEvent } from './as-it-was.ts';
export { type LegacyNeeds, legacyRoutes } from './routes.ts';
