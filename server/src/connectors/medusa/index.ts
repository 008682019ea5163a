import { Type } from 'typebox';
import { minuteMs } from '../../kit/clock.ts';
import { fieldsOf, jsonIn } from '../../kit/fields.ts';
import type { World } from '../../kit/world.ts';
import type { Ability, Call, Connector } from '../contract.ts';
import { identityOf } from '../product-path.ts';
import { findingAt, type ProbeFinding, type Store, type StoreKind, type StoreNeeds } from '../store.ts';
import type { StoreClient } from '../store-client.ts';
import { handleIn } from './cart.ts';
import { createCatalog } from './catalog.ts';
import { emptyCart, fence, find } from './history.ts';
import { prepare } from './prepare.ts';
import { createRegions } from './regions.ts';
import { createReturns } from './returns.ts';
import { checkLogin } from './session.ts';
import { createStoreApi, MedusaSettings } from './store-api.ts';
import { submit } from './submit.ts';
import { track } from './tracking.ts';

const abilities: Ability[] = [
  'search',
  'product',
  'offers',
  'checkout',
  'quote',
  'find',
  'fence',
  'track',
  'return',
  'login',
];

/** A Medusa shop rejects requests without a publishable key in a typical way. */
async function probe(url: URL, client: StoreClient, call: Call): Promise<ProbeFinding | null> {
  const headers = { accept: 'application/json' };
  const reply = await client.send({ method: 'GET', url: `${url.origin}/store/regions`, headers }, call);
  const body = reply.kind === 'answered' ? jsonIn(reply.text) : undefined;
  const { message } = fieldsOf(body);
  if (typeof message !== 'string' || !message.includes('x-publishable-api-key')) return null;
  return findingAt(url, {
    abilities,
    missing: [
      "settings.publishable_key: the storefront's publishable API key (pk_…).",
      'currency: the store returns it only with the key.',
      'payment: the ID of the payment provider, such as pp_system_default.',
      'settings.product_path: the path of a product page, if it differs from /products/{slug}.',
    ],
  });
}

/** Completing a cart takes seconds. After this time, no late purchase can appear. */
const lateWindowMs = 15 * minuteMs;

function create<W extends World>(store: Store<W>, { client, clock }: StoreNeeds): Connector<W> {
  const api = createStoreApi(store, { client, clock });
  const needs = { store, api, clock, regions: createRegions(store, api, clock) };
  return {
    ...identityOf(store),
    abilities: new Set(abilities),
    honours: new Set(['no_tax']),
    lookup: 'reference',
    lateWindowMs,
    ...createCatalog(needs),
    prepare: (request, call) => prepare(needs, request, call),
    submit: (checkout, request, call) => submit(needs, checkout, request, call),
    async release(checkout, _request, call) {
      const handle = handleIn(checkout.handle);
      if (handle) await emptyCart(api, handle.cartId, call);
    },
    find: (query, call) => find(needs, query, call),
    fence: (query, call) => fence(needs, query, call),
    track: (purchase, call) => track(needs, purchase, call),
    ...createReturns({ store, api, clock }),
    login: (_retailer, account, call) => checkLogin(api, account, call),
  };
}

/** Shops that run Medusa, through the Store API. Customers can request returns, but not cancel. */
export const medusa: StoreKind = {
  kind: 'medusa',
  label: 'Medusa',
  modes: ['automatic', 'review', 'catalogue'],
  settings: MedusaSettings,
  credentials: Type.Object({}, { additionalProperties: false }),
  payment: Type.String({
    minLength: 1,
    description: "The store's ID for the payment provider, such as pp_system_default.",
  }),
  probe,
  create,
};
