export { composeEvent, eventIdOf, isOutgoing } from './compose-event.ts';
export { webhookDescriptions } from './describe-webhooks.ts';
export { recordEvent } from './record-event.ts';
export { eventRoutes } from './routes.ts';
export { endpointRoutes } from './routes-endpoints.ts';
export type { ComposeNeeds } from './subjects.ts';
export { createEventWaiter } from './wait-for-events.ts';
