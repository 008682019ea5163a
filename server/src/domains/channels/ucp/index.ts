export { createAgentProfiles } from './agent-profiles.ts';
export { ucpJobs } from './jobs.ts';
export { ucpRoutes } from './routes.ts';
export { deleteCheckoutsOf, eraseCheckoutsOf, ordersOfUcp, pruneCheckouts } from './sql.ts';
export { pruneSignatures } from './sql-signatures.ts';
export { tellAgentSoon } from './tell-agent.ts';
