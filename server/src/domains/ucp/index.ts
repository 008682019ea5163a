export { createAgentProfiles } from './agent-profiles.ts';
export { ucpRoutes } from './routes.ts';
export { eraseCheckoutsOf, pruneCheckouts } from './store.ts';
