/** The Model Context Protocol: our operations as an agent's tools. An optional part; the core uses core.ts. */

export { describeMcp } from './llms.ts';
export { type McpRouteNeeds, mcpRoutes } from './routes.ts';
