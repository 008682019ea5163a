import { type PluginName, pluginNames } from '../../platform/config.ts';

export const leftOutOf = (loaded: readonly PluginName[]): PluginName[] =>
  pluginNames.filter((name) => !loaded.includes(name));

/** Whether a job waits for a plug-in that is left out. */
export const isJobLeftOut = (kind: string, loaded: readonly PluginName[]): boolean =>
  leftOutOf(loaded).some((name) => kind.startsWith(`${name}.`));
