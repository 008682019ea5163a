import type { WiringNeeds } from './parts-base.ts';
import { type CoreParts, createCoreParts } from './parts-core.ts';
import { loadPlugins, type OpenPlugin } from './plugins/index.ts';

/** Everything that routes and jobs are given, and what the plug-ins add to them. */
export interface Parts extends CoreParts {
  plugins: readonly OpenPlugin[];
}

/** Made once for a process. */
export async function createParts(needs: WiringNeeds): Promise<Parts> {
  const loaded = await loadPlugins(needs.config.plugins);
  const core = await createCoreParts(needs, loaded);
  const plugins: OpenPlugin[] = [];
  for (const plugin of loaded) if (plugin.open) plugins.push(await plugin.open(core));
  return { ...core, plugins };
}
