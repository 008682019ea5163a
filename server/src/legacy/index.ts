/**
 * `/v1` translates requests and responses and calls the same functions as the current API. It has no rules and no SQL.
 */
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
