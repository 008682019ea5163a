import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { World } from '../../kit/world.ts';
import type { Dial } from '../../platform/outgoing/index.ts';
import type { Call, Connector, LoginAnswer, Option, RetailerAccount } from '../contract.ts';
import { isDomainOf, type Store, type StoreKind, type StoreNeeds } from '../store.ts';
import { abilitiesOf } from './about-recipe.ts';
import type { PageWatcher } from './agreement.ts';
import { attemptAtStore, type BrowserNeeds } from './attempt.ts';
import { createCatalog } from './catalog.ts';
import type { Chromium } from './chromium.ts';
import { fence } from './fence.ts';
import { find } from './find-purchase.ts';
import { lateWindowMsOf } from './late-window.ts';
import type { LiveViews } from './live-view.ts';
import { loadRecipe, recipeMark } from './load-recipe.ts';
import { ensureLoggedIn } from './log-in.ts';
import { createOpenCheckouts } from './open-checkouts.ts';
import { release } from './prepare.ts';
import { prepareVersion } from './prepare-version.ts';
import { addressOf, locateProduct } from './product-address.ts';
import type { Recipe } from './recipe.ts';
import type { RecipeVersions } from './recipe-versions.ts';
import type { SessionRecording } from './recorder.ts';
import { createReturns } from './returns.ts';
import { storeScope } from './scope.ts';
import { submit } from './submit.ts';
import { track } from './tracking.ts';
import { createWaitingSessions } from './waiting-sessions.ts';

export { createChromium } from './chromium.ts';
export type { Input, LiveViews } from './live-view.ts';
export { ownRecipes } from './load-recipe.ts';
export type { RecipeVersions } from './recipe-versions.ts';
export type { SessionRecording } from './recorder.ts';

const Settings = Type.Object(
  {
    recipe: Type.String({
      pattern: '^[a-z0-9][a-z0-9-]*$',
      description: "The store's recipe: a file in DATA_DIR/recipes, or one that ships with Errand.",
    }),
    test_product: Type.Optional(
      Type.String({
        pattern: '^/',
        maxLength: 500,
        description: 'Path of the product that health checks add to the cart if the recipe has no search.',
      }),
    ),
  },
  { additionalProperties: false },
);

interface KindNeeds {
  chromium: Chromium;
  dial: Dial;
  /** Folders with recipes, the operator's first. */
  folders: readonly string[];
  saveRecording(recording: SessionRecording): Promise<void>;
  /** Lets operators watch, and take over. */
  views?: LiveViews;
  /** A picture after every step, for the author of a recipe. */
  isThorough?: boolean;
  watcher?: PageWatcher;
  versions?: RecipeVersions;
  /** Open checkouts and waiting pages outlive a changed recipe. */
  kept?: KeptSessions;
}

interface KeptSessions {
  open: ReturnType<typeof createOpenCheckouts>;
  waiting: ReturnType<typeof createWaitingSessions>;
}

/** Stores with pages only: Chromium follows a recipe. */
export const browserKind = (kind: KindNeeds): StoreKind => {
  const kept = new Map<string, KeptSessions>();
  const keptOf = (name: string, clock: StoreNeeds['clock']): KeptSessions => {
    const known = kept.get(name) ?? { open: createOpenCheckouts(clock), waiting: createWaitingSessions() };
    kept.set(name, known);
    return known;
  };
  return {
    kind: 'browser',
    label: 'Pages only (browser)',
    modes: ['automatic', 'review', 'link', 'catalogue'],
    settings: Settings,
    credentials: Type.Object({}, { additionalProperties: false }),
    payment: Type.String({
      minLength: 1,
      description: 'The payment method. Available in the recipe as {{store.payment}}.',
    }),
    // Every shop has pages: a URL doesn't say which recipe fits.
    create: (store, needs) => {
      if (!Value.Check(Settings, store.settings)) throw new Error('A store of kind browser needs settings.recipe.');
      const own = { ...kind, kept: keptOf(store.name, needs.clock) };
      return connectorOf(store, loadRecipe(store.settings.recipe, kind.folders), own, needs);
    },
    // An edited recipe takes effect as soon as its file is written.
    markOf: ({ settings }) => (Value.Check(Settings, settings) ? recipeMark(settings.recipe, kind.folders) : ''),
  };
};

export function connectorOf<W extends World>(
  store: Store<W>,
  recipe: Recipe,
  kind: Omit<KindNeeds, 'folders'>,
  { clock, logger, reportBroken }: Pick<StoreNeeds, 'clock' | 'logger'> & Partial<Pick<StoreNeeds, 'reportBroken'>>,
): Connector<W> {
  const needs: BrowserNeeds = {
    ...kind,
    store,
    recipe,
    clock,
    logger,
    ...(kind.kept ?? { open: createOpenCheckouts(clock), waiting: createWaitingSessions() }),
    ...(reportBroken && { reportBroken }),
  };
  return {
    name: `browser ${store.name}`,
    world: store.world,
    abilities: abilitiesOf(recipe),
    retailers: [store.name],
    honours: new Set<Option>([
      'no_tax',
      ...(hasStep(recipe, 'promo_codes') ? (['promo_codes'] as const) : []),
      ...(recipe.delivery ? (['delivery_days'] as const) : []),
    ]),
    lookup: recipe.history && recipe.log_in && store.mode !== 'link' ? 'account_history' : 'none',
    lateWindowMs: lateWindowMsOf(recipe),
    currency: store.currency,
    ...(store.mode === 'link' && { handsOver: true }),
    locate: (url) => locateProduct(store, recipe, url),
    addressOf: ({ productId }) => addressOf(store, recipe, productId),
    servesDomain: (domain) => isDomainOf(store, domain),
    ...createCatalog(needs),
    prepare: (request, call) => prepareVersion(needs, request, call),
    submit: (checkout, request, call) => submit(needs, checkout, request, call),
    release: (checkout, request, call) => release(needs, checkout, request, call),
    find: (query, call) => find(needs, query, call),
    fence: (query, call) => fence(needs, query, call),
    ...(recipe.order && { track: (purchase, call) => track(needs, purchase, call) }),
    ...createReturns(needs),
    ...(recipe.log_in && { login: (_retailer, account, call) => logIn(needs, account, call) }),
  };
}

/** Quotes inside JSON strings are escaped, so only a field name matches. */
const hasStep = (recipe: Recipe, verb: string): boolean => JSON.stringify(recipe).includes(`"${verb}":`);

async function logIn(needs: BrowserNeeds, account: RetailerAccount, call: Call): Promise<LoginAnswer> {
  const purpose = { reference: account.id, purpose: 'log_in' as const, account, signal: call.signal };
  const answer = await attemptAtStore(needs, purpose, async ({ browserSession, end }) => {
    await ensureLoggedIn(browserSession, needs.recipe, storeScope(needs.store, browserSession));
    await end('logged in');
    return { kind: 'ok' as const };
  });
  if (answer.kind !== 'needs') return answer;
  return { kind: 'blocked', reason: 'account_verification_required', message: answer.question.message };
}
