/** /v1: translate in, call the same verbs, translate out. No rules, no SQL. */
export { isLegacyPath, legacySpace } from './address-space.ts';
export {
  notifyCancellation,
  notifyCase,
  notifyOrder,
  notifyReturn,
  wantsEvent,
} from './notify-webhooks.ts';
export type { LegacyEvent } from './order-at-event.ts';
export { type LegacyNeeds, legacyRoutes } from './routes.ts';
