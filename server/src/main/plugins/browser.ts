import { join } from 'node:path';
import { browserKind, createChromium, ownRecipes } from '../../connectors/browser/index.ts';
import {
  createLiveViews,
  createRecipeVersions,
  recordingRoutes,
  saveRecording,
} from '../../domains/catalog/stores/index.ts';
import { createDial } from '../../platform/outgoing/index.ts';
import type { Plugin } from './plugin.ts';
import type { PluginStoreNeeds, PluginStores } from './store-plugin.ts';

/** Stores without an API, and their recordings for operators. */
export const browser: Plugin<'browser'> = {
  name: 'browser',
  stores: createPagesKind,
  open: ({ byHand, guard, blobs }) => ({
    routes: (app) => recordingRoutes(app, { ...byHand, guard, blobs }),
  }),
};

/** The kind of store that needs a browser. Chromium starts with the first purchase. */
function createPagesKind({ config, database, blobs, clock, logger }: PluginStoreNeeds): PluginStores {
  const chromium = createChromium({
    path: config.chromiumPath,
    atOnce: config.browserAtOnce,
    memoryMb: config.browserMemoryMb,
    onTooMuch: (megabytes) =>
      logger.error({ megabytes, most: config.browserMemoryMb }, 'browser exceeded its memory limit and was stopped'),
    onFlood: (reason) => logger.error({ reason }, 'browser was stopped because of the pages of a store'),
  });
  const kind = browserKind({
    chromium,
    dial: createDial({ allowPrivate: config.storesAllowPrivate }),
    folders: [join(config.dataDir, 'recipes'), ownRecipes],
    views: createLiveViews({ database, clock, publicUrl: config.publicUrl }),
    versions: createRecipeVersions(database, clock),
    saveRecording: (film) => saveRecording({ database, blobs, clock, keepMs: config.recordingRetentionMs }, film),
  });
  return { kinds: [kind], close: () => chromium.close() };
}
