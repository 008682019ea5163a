import type { Call, Prepared, PurchaseRequest } from '../contract.ts';
import { stepsTextOf } from './about-recipe.ts';
import type { BrowserNeeds } from './attempt.ts';
import { parseRecipe } from './load-recipe.ts';
import { prepare, release } from './prepare.ts';

/**
 * Prepares with the current version. A new version first runs up to the final check and releases its cart. If the pages
 * don't match it, the previous version keeps buying.
 */
export async function prepareVersion(needs: BrowserNeeds, request: PurchaseRequest, call: Call): Promise<Prepared> {
  const { versions, recipe, logger, store } = needs;
  if (!versions) return prepare(needs, request, call);
  const { name } = recipe;
  const { version, isProven, failure, before } = await versions.register(name, stepsTextOf(recipe));
  const own = { ...needs, recipeVersion: version };
  // Don't discard what a person did at the page.
  if (isProven || !before || (request.answers ?? []).length > 0) return prepare(own, request, call);
  const earlier = { ...needs, recipe: parseRecipe(before.text, name), recipeVersion: before.version };
  if (failure !== null) return prepare(earlier, request, call);
  const tried = await prepare(own, request, call);
  if (tried.kind === 'ready') {
    await release(own, tried.checkout, request, call);
    await versions.markProven(name, version);
    logger.info({ store: store.name, recipe: name, version }, 'new recipe version passed the final check');
    return prepare(own, request, call);
  }
  if (!('isBroken' in tried) || !tried.isBroken) return tried;
  await versions.markFailed(name, version, tried.message);
  logger.error({ store: store.name, recipe: name, version, failure: tried.message }, 'new recipe version failed');
  return prepare(earlier, request, call);
}
