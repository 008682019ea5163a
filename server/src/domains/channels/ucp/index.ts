/** The Universal Commerce Protocol: agents buy here as from a store. Optional; the core uses core.ts. */

export { createAgentProfiles } from './agent-profiles.ts';
export { ucpJobs } from './jobs.ts';
export { ucpRoutes } from './routes.ts';
