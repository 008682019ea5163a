export { createAgentProfiles } from './agent-profiles.ts';
export { ucpJobs } from './jobs.ts';
export { ucpRoutes } from './routes.ts';
export { eraseCheckoutsOf, ordersOfUcp, pruneCheckouts } from './store.ts';
export { pruneSignatures } from './store-signatures.ts';
export { tellAgentSoon } from './tell-agent.ts';
