import { describeMcp, mcpRoutes } from '../../domains/channels/mcp/index.ts';
import type { Plugin } from './plugin.ts';

export const mcp: Plugin<'mcp'> = {
  name: 'mcp',
  open: (parts) => ({
    routes(app) {
      const {
        config,
        database,
        db,
        vault,
        clock,
        idSecret,
        logger,
        guard,
        publicUrl,
        products,
        simulator,
        registry,
        feeCents,
      } = parts;
      const { extendMcp: extend } = parts.needs;
      mcpRoutes(app, {
        trustedProxies: config.trustedProxies,
        database,
        vault,
        db,
        clock,
        idSecret,
        logger,
        guard,
        publicUrl,
        products,
        registry,
        feeCents,
        testProducts: simulator.scenarios,
        ...(extend ? { extend } : {}),
      });
    },
    otherWay: describeMcp(parts.publicUrl),
  }),
};
