import type { PluginName } from '../../platform/config.ts';
import type { Plugin } from './plugin.ts';

export type { JobsOf, OpenPlugin } from './plugin.ts';

/** Optional parts. One that PLUGINS leaves out is not loaded, nor are packages that only it uses. */
const plugins: { [Name in PluginName]: () => Promise<Plugin<Name>> } = {
  browser: async () => (await import('./browser.ts')).browser,
  desk: async () => (await import('./desk.ts')).desk,
  agent: async () => (await import('./agent.ts')).agent,
  mcp: async () => (await import('./mcp.ts')).mcp,
  ucp: async () => (await import('./ucp.ts')).ucp,
};

export const loadPlugins = (names: readonly PluginName[]): Promise<Plugin[]> =>
  Promise.all(names.map((name): Promise<Plugin> => plugins[name]()));
