/** The Model Context Protocol: our operations as an agent's tools. */
export { eraseApprovalsOf } from './erase.ts';
export { type McpRouteNeeds, mcpRoutes } from './routes.ts';
export { pruneApprovals } from './store.ts';
