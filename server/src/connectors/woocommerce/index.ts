import { Type } from 'typebox';
import { minuteMs } from '../../kit/clock.ts';
import type { World } from '../../kit/world.ts';
import type { Connector } from '../contract.ts';
import { identityOf } from '../product-path.ts';
import type { Store, StoreKind, StoreNeeds } from '../store.ts';
import { locate, withProductPath } from './address-of.ts';
import { createCatalog } from './catalog.ts';
import { handleIn } from './handle.ts';
import { emptyCart, find } from './history.ts';
import { hasOwnerKey, listSold, ownerKeyIn } from './order-lookup.ts';
import { prepare } from './prepare.ts';
import { probe, wooAbilities } from './probe.ts';
import { checkRefund } from './refunds.ts';
import { WooCredentials, WooSettings } from './settings.ts';
import { createStoreApi } from './store-api.ts';
import { submit } from './submit.ts';
import { track } from './tracking.ts';

/** PHP may work on long after we stopped listening; servers end it within minutes. */
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

/** Shops that run WooCommerce, bought from as a guest by their keyless Store API. */
export const woocommerce: StoreKind = {
  kind: 'woocommerce',
  label: 'WooCommerce',
  modes: ['automatic', 'review', 'catalogue'],
  settings: WooSettings,
  credentials: WooCredentials,
  payment: Type.String({ minLength: 1, description: "The payment method's code at the shop, such as cod or bacs." }),
  probe,
  create,
};
