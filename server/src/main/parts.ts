import type { WiringNeeds } from './parts-base.ts';
import { type CoreParts, createCoreParts } from './parts-core.ts';
import { loadPlugins, type OpenPlugin } from './plugins/index.ts';

export interface Parts extends CoreParts {
  plugins: readonly OpenPlugin[];
}

export async function createParts(needs: WiringNeeds): Promise<Parts> {
  const loaded = await loadPlugins(needs.config.plugins);
  const core = await createCoreParts(needs, loaded);
  const plugins: OpenPlugin[] = [];
  for (const plugin of loaded) if (plugin.open) plugins.push(await plugin.open(core));
  return { ...core, plugins };
}
