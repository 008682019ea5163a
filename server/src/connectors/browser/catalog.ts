import { missingProduct } from '../answers.ts';
import { type CatalogProduct, offersOf, offersPayload, productPayload } from '../catalog-product.ts';
import type { Call, Connector, ProductRef, SearchHit, SearchQuery } from '../contract.ts';
import { attemptAtStore, type BrowserNeeds } from './attempt.ts';
import { RecipeBroken } from './attempt-errors.ts';
import type { BrowserSession } from './browser-session.ts';
import { describeChoices, readChoices } from './choices.ts';
import { meetsCondition, patienceMsOf } from './page-watch.ts';
import { addressOf, locateProduct } from './product-address.ts';
import { moneyIn, readIn, readNow, rowsIn } from './reading.ts';
import { readWithin, runSteps } from './run-steps.ts';
import { storeScope } from './scope.ts';
import type { Scope } from './templates.ts';

/** Search and product pages, without logging in. */
export function createCatalog(needs: BrowserNeeds): Pick<Connector, 'search' | 'product' | 'offers'> {
  const { recipe, store } = needs;

  async function withPage<T>(call: Call, work: (browserSession: BrowserSession, scope: Scope) => Promise<T>) {
    const purpose = { reference: '', purpose: 'look' as const, account: null, signal: call.signal };
    return attemptAtStore(needs, purpose, async ({ browserSession, end }) => {
      const seen = await work(browserSession, storeScope(store, browserSession));
      await end('looked');
      return seen;
    });
  }

  async function find(ref: ProductRef, call: Call) {
    const found = await withPage(call, (browserSession, scope) => readProduct(needs, browserSession, scope, ref));
    if (found.kind === 'missing' || found.kind === 'product') return found;
    if (found.kind === 'refused' && found.reason === 'product_not_found') return missingProduct(ref);
    return { kind: 'unreachable' as const, message: found.kind === 'needs' ? found.question.message : found.message };
  }

  return {
    ...(recipe.search && {
      async search(retailer, query, call) {
        const found = await withPage(call, (browserSession, scope) =>
          readHits(needs, browserSession, searchScope(scope, query, retailer)),
        );
        if (found.kind === 'hits') {
          return { results: found.hits, nextPage: found.hasMore ? query.page + 1 : null, hasFreeShippingInfo: false };
        }
        throw new Error(found.kind === 'needs' ? found.question.message : found.message);
      },
    }),
    ...(recipe.product && {
      async product(ref, call) {
        const found = await find(ref, call);
        if (found.kind !== 'product') return found;
        const payload = productPayload({ ...store, settings: {} }, found.product);
        return { kind: 'found', payload: { ...payload, url: addressOf(store, recipe, ref.productId) } };
      },
      async offers(ref, _query, call) {
        const found = await find(ref, call);
        if (found.kind !== 'product') return found;
        const payload = offersPayload({ ...store, settings: {} }, found.product);
        const url = addressOf(store, recipe, ref.productId);
        return { kind: 'found', offers: offersOf(store, found.product), payload: { ...payload, url } };
      },
    }),
  };
}

/** `turns` has an entry for each earlier page, for shops whose pages have no address. */
const searchScope = (scope: Scope, query: SearchQuery, retailer: string): Scope => ({
  ...scope,
  query: { ...query, turns: Array.from({ length: query.page - 1 }, (_, index) => index + 2) },
  retailer,
});

/** More than a page of results shows. Each is read on its own. */
const hitsMax = 200;

async function readHits({ store, recipe }: BrowserNeeds, browserSession: BrowserSession, scope: Scope) {
  const { search } = recipe;
  const hits: SearchHit[] = [];
  if (!search) return { kind: 'hits' as const, hits, hasMore: false };
  await runSteps(browserSession, 'search', search.steps, scope);
  for (const row of (await rowsIn(browserSession.page, search.rows, scope)).slice(0, hitsMax)) {
    browserSession.signal.throwIfAborted();
    const address = URL.parse(await readIn(row, search.address, scope), store.url ?? undefined);
    const ref = address && locateProduct(store, recipe, address);
    const price = moneyIn(await readIn(row, search.price, scope), recipe, scope);
    if (!address || !ref || price === null || hits.some((hit) => hit.productId === ref.productId)) continue;
    const image = await readIn(row, search.image, scope);
    hits.push({
      productId: ref.productId,
      title: await readIn(row, search.title, scope),
      url: addressOf(store, recipe, ref.productId),
      retailer: store.name,
      image: (image && URL.parse(image, store.url ?? undefined)?.href) || null,
      brand: null,
      price,
      currency: store.currency,
      stars: null,
      numReviews: null,
      available: true,
      freeShipping: null,
    });
  }
  const hasMore =
    search.next !== undefined && (await meetsCondition(browserSession.startPart('search', scope), search.next));
  return { kind: 'hits' as const, hits, hasMore: hasMore && hits.length > 0 };
}

async function readProduct(
  { store, recipe }: BrowserNeeds,
  browserSession: BrowserSession,
  scope: Scope,
  ref: ProductRef,
) {
  const { product } = recipe;
  if (!product) return missingProduct(ref);
  scope.line = { slug: ref.productId, url: addressOf(store, recipe, ref.productId), quantity: 1, variant: [] };
  await runSteps(browserSession, 'product', product.steps, scope);
  const run = browserSession.startPart('product', scope);
  if (product.missing && (await meetsCondition(run, product.missing))) return missingProduct(ref);
  const withinMs = patienceMsOf(recipe);
  const title = await readWithin(run, product.title, withinMs);
  const price = moneyIn(await readWithin(run, product.price, withinMs), recipe, scope);
  if (price === null) throw new RecipeBroken('The product page shows no price.');
  const isSoldOut = product.sold_out !== undefined && (await meetsCondition(run, product.sold_out));
  const image = product.image ? await readNow(browserSession.page, product.image, scope) : null;
  const variant = {
    id: ref.productId,
    sku: null,
    price,
    currency: store.currency,
    isAvailable: !isSoldOut,
    options: [],
  };
  const shelf: CatalogProduct = {
    slug: ref.productId,
    title,
    description: product.description ? await readNow(browserSession.page, product.description, scope) : null,
    images: image ? [new URL(image, store.url ?? undefined).href] : [],
    categories: [],
    choices: describeChoices(recipe, await readChoices(recipe, browserSession.page, scope), scope),
    variants: [variant],
    basis: recipe.prices,
  };
  return { kind: 'product' as const, product: shelf };
}
