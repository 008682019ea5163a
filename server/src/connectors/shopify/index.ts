import { Type } from 'typebox';
import { fieldsOf, jsonIn, listOf } from '../../kit/fields.ts';
import { exponentOf } from '../../kit/money.ts';
import type { World } from '../../kit/world.ts';
import type { Ability, Call, Connector, ProductRef } from '../contract.ts';
import { identityOf } from '../product-path.ts';
import { findingAt, isAddressOf, type ProbeFinding, type Store, type StoreKind, type StoreNeeds } from '../store.ts';
import type { StoreClient } from '../store-client.ts';
import { createUcpApi } from '../ucp/api.ts';
import { cancelSession } from '../ucp/sessions.ts';
import { createAjaxApi } from './ajax-api.ts';
import { createCatalog, createCurrency } from './catalog.ts';
import { fence, find } from './find.ts';
import { handleIn, orderNumberIn, recordPurchase, submit } from './hand-over.ts';
import { emptyCart, prepare } from './prepare.ts';
import { priceDecimals } from './product.ts';
import { createWatch, trackByUcp } from './ucp-hand-over.ts';

const shopifyAbilities: Ability[] = ['search', 'product', 'offers', 'checkout', 'quote', 'find', 'fence', 'track'];

async function read(client: StoreClient, url: string, call: Call): Promise<Record<string, unknown> | null> {
  const reply = await client.send({ method: 'GET', url, headers: { accept: 'application/json' } }, call);
  const body = reply.kind === 'answered' && reply.status < 300 ? jsonIn(reply.text) : undefined;
  return typeof body === 'object' && body !== null ? fieldsOf(body) : null;
}

const isCode = (value: unknown): value is string => typeof value === 'string' && /^[A-Z]{2,3}$/.test(value);

/** Recognizes Shopify by its product list. `/meta.json` adds name, currency and countries. */
async function probe(url: URL, client: StoreClient, call: Call): Promise<ProbeFinding | null> {
  const listed = await read(client, `${url.origin}/products.json?limit=1`, call);
  const product = fieldsOf(listOf(listed?.products)[0]);
  if (typeof product.handle !== 'string' || !Array.isArray(product.variants)) return null;
  const about = (await read(client, `${url.origin}/meta.json`, call)) ?? {};
  const countries = Array.isArray(about.ships_to_countries) ? about.ships_to_countries.filter(isCode) : [];
  const currency = isCode(about.currency) ? about.currency : null;
  return findingAt(url, {
    displayName: typeof about.name === 'string' ? about.name : null,
    currency,
    countries: countries.length > 0 ? countries : null,
    abilities: shopifyAbilities,
    missing: [
      ...(currency === null ? ['currency: the store does not publish it.'] : []),
      "mode: link (the customer pays on the store's site) or review (an operator buys); automatic needs a merchant token and kind ucp.",
    ],
  });
}

/** `/products/{handle}`, also below a collection or language. */
function locate(store: Store, address: URL): ProductRef | null {
  const slug = /\/products\/([^/]+)\/?$/.exec(address.pathname)?.[1]?.replace(/\.(?:js|json)$/, '');
  if (!slug || !isAddressOf(store, address)) return null;
  try {
    return { retailer: store.name, productId: decodeURIComponent(slug) };
  } catch {
    return null;
  }
}

function create<W extends World>(store: Store<W>, given: StoreNeeds): Connector<W> {
  const { client, clock } = given;
  const api = createAjaxApi(store, { client, clock });
  const needs = { store, api, currency: createCurrency(api, clock), ucp: createUcpApi(store, given) };
  return {
    ...identityOf(store),
    abilities: new Set(shopifyAbilities),
    honours: new Set(),
    lookup: 'none',
    handsOver: true,
    locate: (url) => locate(store, url),
    ...createCatalog(needs),
    async prepare(request, call) {
      const ordered = orderNumberIn(request);
      return ordered === null ? prepare(needs, request, call) : recordPurchase(store, request, ordered, clock.now());
    },
    submit: async (checkout, request) => submit(store, checkout, request),
    async release(checkout, _request, call) {
      const handle = handleIn(checkout.handle);
      if (handle?.kind !== 'cart') return;
      await emptyCart(api, handle.cart, call);
      if (handle.session !== null) await cancelSession(needs.ucp, handle.session, call);
    },
    find: (query, call) => find(needs, query, call),
    fence: (query, call) => fence(needs, query, call),
    watch: createWatch(needs),
    track: (purchase, call) => trackByUcp(needs, purchase, call),
  };
}

/** Shopify storefronts. Their rules require a person at every payment. */
export const shopify: StoreKind = {
  kind: 'shopify',
  label: 'Shopify',
  modes: ['link', 'review', 'catalogue'],
  modeHints: {
    automatic:
      'Shopify requires manual payment confirmation: use link or review mode, or kind ucp with a token from the merchant',
  },
  settings: Type.Object({}, { additionalProperties: false }),
  credentials: Type.Object({}, { additionalProperties: false }),
  payment: Type.Null(),
  // Undocumented for currencies with three decimals.
  objection: ({ currency }) =>
    exponentOf(currency) > priceDecimals
      ? { field: 'currency', message: `Errand cannot read Shopify prices in ${currency}. Use kind desk` }
      : null,
  probe,
  create,
};
