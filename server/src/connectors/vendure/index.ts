import { Type } from 'typebox';
import type { World } from '../../kit/world.ts';
import type { Connector } from '../contract.ts';
import { identityOf } from '../product-path.ts';
import type { Store, StoreKind, StoreNeeds } from '../store.ts';
import { createCatalog } from './catalog.ts';
import { fence, find } from './history.ts';
import { prepare } from './prepare.ts';
import { probe } from './probe.ts';
import { checkRefund } from './refunds.ts';
import { checkLogin } from './session.ts';
import { settingsOf, VendureSettings } from './settings.ts';
import { createShopApi } from './shop-api.ts';
import { release, submit } from './submit.ts';
import { track } from './tracking.ts';

function create<W extends World>(store: Store<W>, { client, clock }: StoreNeeds): Connector<W> {
  const api = createShopApi(store, { client, clock });
  const needs = { store, api, clock };
  return {
    ...identityOf(store),
    abilities: new Set(['search', 'product', 'offers', 'checkout', 'quote', 'find', 'fence', 'track', 'login']),
    honours: new Set(['no_tax']),
    lookup: settingsOf(store).referenceField === null ? 'account_history' : 'reference',
    ...createCatalog(store, api),
    prepare: (request, call) => prepare(needs, request, call),
    submit: (checkout, request, call) => submit(needs, checkout, request, call),
    release: (checkout, _request, call) => release(needs, checkout, call),
    find: (query, call) => find(needs, query, call),
    fence: (query, call) => fence(needs, query, call),
    track: (purchase, call) => track(needs, purchase, call),
    checkRefund: (request, call) => checkRefund(needs, request, call),
    login: (_retailer, account, call) => checkLogin(api, account, call),
  };
}

/** Shops that run Vendure: headless, spoken to by their GraphQL shop API. Customers can neither cancel nor return there. */
export const vendure: StoreKind = {
  kind: 'vendure',
  label: 'Vendure',
  modes: ['automatic', 'review', 'catalogue'],
  settings: VendureSettings,
  credentials: Type.Object({}, { additionalProperties: false }),
  payment: Type.String({ minLength: 1, description: "The payment method's code at the shop." }),
  probe,
  create,
};
