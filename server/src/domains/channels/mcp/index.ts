/** The Model Context Protocol: our operations as an agent's tools. */

export { type McpRouteNeeds, mcpRoutes } from './routes.ts';
export { pruneApprovals } from './sql.ts';
export { eraseApprovalsOf } from './sql-erase.ts';
