import { Type } from 'typebox';
import { minuteMs } from '../../kit/clock.ts';
import { jsonIn } from '../../kit/fields.ts';
import type { World } from '../../kit/world.ts';
import type { Ability, Call, Connector } from '../contract.ts';
import { identityOf } from '../product-path.ts';
import { findingAt, type ProbeFinding, type Store, type StoreKind, type StoreNeeds } from '../store.ts';
import type { StoreClient } from '../store-client.ts';
import { locate, withProductPath } from './address-of.ts';
import { createCatalog } from './catalog.ts';
import { handleIn } from './handle.ts';
import { emptyCart, find } from './history.ts';
import { hasOwnerKey, listSold, ownerKeyIn } from './order-lookup.ts';
import { prepare } from './prepare.ts';
import { type Product, productIn, slugOf } from './product.ts';
import { checkRefund } from './refunds.ts';
import { createStoreApi, isForeignPage, plainUrl, prettyUrl } from './store-api.ts';
import { submit } from './submit.ts';
import { track } from './tracking.ts';

const WooSettings = Type.Object(
  {
    product_path: Type.Optional(
      Type.String({
        pattern: '^/.*\\{slug\\}',
        description: 'Path of a product page. Default: /product/{slug}.',
      }),
    ),
  },
  { additionalProperties: false },
);

/** A read-only REST API key, to find purchases after a restore. */
const WooCredentials = Type.Object(
  {
    consumer_key: Type.Optional(
      Type.String({
        minLength: 1,
        description: 'A read-only REST API key (ck_…), to find orders by reference.',
      }),
    ),
    consumer_secret: Type.Optional(Type.String({ minLength: 1, description: 'The secret for that key (cs_…).' })),
  },
  {
    additionalProperties: false,
    dependentRequired: { consumer_key: ['consumer_secret'], consumer_secret: ['consumer_key'] },
  },
);

const wooAbilities: Ability[] = ['search', 'product', 'offers', 'checkout', 'quote', 'find', 'track'];

/** One product shows the platform, the currency and the product path. */
async function probe(url: URL, client: StoreClient, call: Call): Promise<ProbeFinding | null> {
  const headers = { accept: 'application/json' };
  const ask = (address: string) => client.send({ method: 'GET', url: address, headers }, call);
  const path = '/products?per_page=1';
  const first = await ask(prettyUrl(url.origin, path));
  // A WordPress page: the shop may use plain permalinks.
  const isWordPress = first.kind === 'answered' && isForeignPage(first) && /wp-(?:content|includes)/.test(first.text);
  const reply = isWordPress ? await ask(plainUrl(url.origin, path)) : first;
  const body = reply.kind === 'answered' && reply.status < 300 ? jsonIn(reply.text) : undefined;
  if (reply.kind !== 'answered' || !Array.isArray(body)) return null;
  const product = productIn(body[0]);
  // An empty shop has WordPress's total header.
  if (!product && !(body.length === 0 && reply.headers['x-wp-total'] !== undefined)) return null;
  const shownAt = product && pathOf(product, url);
  return findingAt(url, {
    currency: product?.prices.currency_code ?? null,
    abilities: wooAbilities,
    settings: shownAt ? { product_path: shownAt } : {},
    missing: [
      ...(product ? [] : ["currency: Errand could not detect it from the store's products."]),
      "payment: the store's code for the payment method, such as cod or bacs.",
      'contact: the email address given to the store.',
    ],
  });
}

/** The product path if it isn't the default, without categories. */
function pathOf(product: Product, url: URL): string | null {
  const page = product.permalink ? URL.parse(product.permalink) : null;
  if (page?.host !== url.host) return null;
  const parts = page.pathname.split('/').filter(Boolean);
  const last = parts.at(-1);
  if (last === undefined || parts.length < 2 || (last !== product.slug && last !== slugOf(product))) return null;
  return parts[0] === 'product' ? null : `/${parts[0]}/{slug}`;
}

/** PHP may continue after a lost connection, up to the server's time limit. */
const lateWindowMs = 15 * minuteMs;

function create<W extends World>(
  configured: Store<W>,
  { client, clock, credentials, credentialNames = [] }: StoreNeeds,
): Connector<W> {
  const store = withProductPath(configured);
  const api = createStoreApi(store, { client, clock });
  const needs = { store, api, clock };
  const ownerKey = hasOwnerKey(credentialNames) ? () => ownerKeyIn(credentials) : null;
  const lookup = { ...needs, ownerKey, lateWindowMs };
  return {
    ...identityOf(store),
    abilities: new Set(ownerKey ? [...wooAbilities, 'history' as const] : wooAbilities),
    honours: new Set(['no_tax', 'instructions']),
    lookup: ownerKey ? 'reference' : 'none',
    lateWindowMs,
    locate: (url) => locate(store, url),
    ...createCatalog(needs),
    prepare: (request, call) => prepare(needs, request, call),
    submit: (checkout, request, call) => submit(needs, checkout, request, call),
    async release(checkout, _request, call) {
      const handle = handleIn(checkout.handle);
      if (handle) await emptyCart(api, handle, call);
    },
    find: (query, call) => find(lookup, query, call),
    ...(ownerKey && {
      history: (query, call) => listSold(lookup, query, call),
      checkRefund: (request, call) => checkRefund({ ...lookup, ownerKey }, request, call),
    }),
    track: (purchase, call) => track(needs, purchase, call),
  };
}

/** Shops that run WooCommerce, bought from as a guest. */
export const woocommerce: StoreKind = {
  kind: 'woocommerce',
  label: 'WooCommerce',
  modes: ['automatic', 'review', 'catalogue'],
  settings: WooSettings,
  credentials: WooCredentials,
  payment: Type.String({ minLength: 1, description: "The store's code for the payment method, such as cod or bacs." }),
  probe,
  create,
};
