import type { World } from '../../kit/world.ts';
import type { Connector } from '../contract.ts';
import { identityOf } from '../product-path.ts';
import type { ProbeFinding, Store, StoreKind, StoreNeeds } from '../store.ts';
import { createMouserApi } from './api.ts';
import { prepare, submit } from './buy.ts';
import { addressOf, createCatalog, locate, partNumberIn } from './catalog.ts';
import { find, track } from './history.ts';
import { MouserCredentials, MouserPayment, MouserSettings, optionsOf } from './settings.ts';

const abilities = ['search', 'product', 'offers', 'checkout', 'quote', 'find', 'track'] as const;

function create<W extends World>(store: Store<W>, { client, credentials, clock }: StoreNeeds): Connector<W> {
  const options = optionsOf(store);
  const api = createMouserApi({ client, credentials, clock, options });
  const needs = { store, api, options, clock };
  return {
    ...identityOf(store),
    abilities: new Set(abilities),
    honours: new Set(['no_tax']),
    lookup: 'reference',
    lateWindowMs: options.lateWindowMs,
    locate: (url) => locate(store, url),
    addressOf({ productId }) {
      const number = partNumberIn(productId);
      return number && addressOf(store, number);
    },
    ...createCatalog(needs),
    prepare: (request, call) => prepare(needs, request, call),
    submit: (checkout, request, call) => submit(needs, checkout, request, call),
    // A cart that isn't submitted buys nothing.
    release: async () => {},
    find: (query, call) => find(needs, query, call),
    track: (purchase, call) => track(needs, purchase, call),
  };
}

function recognize(url: URL): ProbeFinding | null {
  if (url.hostname.replace(/^www\./, '') !== 'mouser.com') return null;
  return {
    name: 'mouser',
    displayName: 'Mouser',
    url: 'https://www.mouser.com',
    apiUrl: null,
    currency: 'USD',
    countries: null,
    abilities: [...abilities],
    settings: {},
    missing: [
      'credentials: search_key and order_key, from your Mouser account.',
      'payment: the number of the payment method and, for a saved card, its last four digits.',
      'consent: who allowed automated buying.',
    ],
  };
}

/** Mouser Electronics, through the operator's own account. Its API has no cancellations or returns. */
export const mouser: StoreKind = {
  kind: 'mouser',
  label: 'Mouser',
  modes: ['automatic', 'review', 'catalogue'],
  settings: MouserSettings,
  credentials: MouserCredentials,
  payment: MouserPayment,
  defaults: () => ({ url: 'https://www.mouser.com' }),
  recognize,
  create,
};
