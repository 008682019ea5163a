import { readFileSync } from 'node:fs';
import { type Chromium, createChromium } from '../../../src/connectors/browser/chromium.ts';
import { connectorOf, type Input, type LiveViews } from '../../../src/connectors/browser/index.ts';
import { parseRecipe } from '../../../src/connectors/browser/load-recipe.ts';
import type { Recipe } from '../../../src/connectors/browser/recipe.ts';
import type { SessionRecording } from '../../../src/connectors/browser/recorder.ts';
import type { Store } from '../../../src/connectors/store.ts';
import { type Clock, systemClock } from '../../../src/kit/clock.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { createDial } from '../../../src/platform/outgoing/index.ts';
import { runningClock } from '../fake-clock.ts';
import { liveStore } from '../stores/request.ts';
import { startPagesShop } from './shop.ts';

const file = new URL('recipe.json', import.meta.url);

export const pagesRecipe = (): Recipe => parseRecipe(readFileSync(file, 'utf8'), 'pages-shop');

interface ConnectorParts {
  chromium: Chromium;
  recordings: SessionRecording[];
  views?: LiveViews;
  clock?: Clock;
}

/** A browser store's connector, and its recordings. */
export function connectTo(
  url: string,
  recipe: Recipe,
  { chromium, recordings, views, clock = systemClock }: ConnectorParts,
  store: Partial<Store> = {},
) {
  const kind = {
    chromium,
    dial: createDial({ allowPrivate: true }),
    saveRecording: async (film: SessionRecording) => void recordings.push(film),
    ...(views && { views }),
  };
  const needs = { clock, logger: createLogger({ level: 'silent' }) };
  return connectorOf(liveStore('browser', url, store), recipe, kind, needs);
}

/** The pages-only shop, a browser, and the connector between them. */
export async function startPagesSessions(atOnce = 3, chromium: Chromium = createChromium({ path: null, atOnce })) {
  const clock = runningClock();
  const shop = await startPagesShop(clock);
  const recordings: SessionRecording[] = [];
  return {
    chromium,
    clock,
    shop,
    recordings,
    connect: (more: Partial<Recipe> = {}, store: Partial<Store> = {}) =>
      connectTo(shop.url, { ...pagesRecipe(), ...more }, { chromium, recordings, clock }, store),
    connectWith: (recipe: Recipe) => connectTo(shop.url, recipe, { chromium, recordings, clock }),
    async stop() {
      await chromium.close();
      await shop.stop();
    },
  };
}

/** Live views taken over by a person who knows the word of the hostile shop. */
export function viewsInMemory(): LiveViews & { proveToBeAPerson(): Promise<void> } {
  let opened = 0;
  let inputs: Input[] = [];
  let taken = Promise.withResolvers<void>();
  return {
    async open() {
      opened += 1;
      return {
        id: String(opened),
        url: `http://errand.test/${opened}`,
        async poll(waitsFor) {
          const given = waitsFor === null ? [] : inputs;
          if (given.length > 0) {
            inputs = [];
            // The next check comes when these are done.
            taken.resolve();
            taken = Promise.withResolvers();
          }
          return { isWatched: false, isTaken: true, inputs: given };
        },
        show: async () => {},
        close: async () => {},
      };
    },
    isElsewhere: async () => false,
    async proveToBeAPerson() {
      const typed: Input[] = [
        { type: 'click', x: 60, y: 180 },
        { type: 'text', text: 'tulpe' },
        { type: 'key', key: 'Enter' },
      ];
      for (const input of typed) {
        inputs = [input];
        await taken.promise;
      }
    },
  };
}
