import { Type } from 'typebox';
import { exponentOf } from '../../kit/money.ts';
import type { World } from '../../kit/world.ts';
import type { Connector, ProductRef } from '../contract.ts';
import { identityOf } from '../product-path.ts';
import { isAddressOf, type Store, type StoreKind, type StoreNeeds } from '../store.ts';
import { createUcpApi } from '../ucp/api.ts';
import { cancelSession } from '../ucp/sessions.ts';
import { createAjaxApi } from './ajax-api.ts';
import { createCatalog, createCurrency } from './catalog.ts';
import { fence, find } from './find.ts';
import { handleIn, orderNumberIn, recordPurchase, submit } from './hand-over.ts';
import { emptyCart, prepare } from './prepare.ts';
import { probe, shopifyAbilities } from './probe.ts';
import { priceDecimals } from './product.ts';
import { createWatch, trackByUcp } from './ucp-hand-over.ts';

/** `/products/{handle}`, also below a collection or a language. */
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

/** Storefronts of Shopify. Their rules want a person's last look at every payment, so a person completes it. */
export const shopify: StoreKind = {
  kind: 'shopify',
  label: 'Shopify',
  modes: ['link', 'review', 'catalogue'],
  modeHints: {
    automatic:
      'Shopify requires a person to confirm payment: use mode link or review, or the kind ucp with a token from the merchant',
  },
  settings: Type.Object({}, { additionalProperties: false }),
  credentials: Type.Object({}, { additionalProperties: false }),
  payment: Type.Null(),
  // Nobody documents how storefronts count a third decimal place.
  objection: ({ currency }) =>
    exponentOf(currency) > priceDecimals
      ? { field: 'currency', message: `Errand cannot read Shopify prices in ${currency}. Use the kind desk` }
      : null,
  probe,
  create,
};
