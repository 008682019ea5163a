/** The Model Context Protocol: our operations as tools. Optional; the core uses core.ts. */

export { describeMcp } from './llms.ts';
export { type McpRouteNeeds, mcpRoutes } from './routes.ts';
