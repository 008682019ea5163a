import { Type } from 'typebox';
import type { World } from '../../kit/world.ts';
import type { Connector } from '../contract.ts';
import { identityOf } from '../product-path.ts';
import type { Store, StoreKind, StoreNeeds } from '../store.ts';
import { createAmazonApi } from './api.ts';
import { createCatalog } from './catalog.ts';
import { listDocuments } from './documents.ts';
import { find } from './find.ts';
import { addressOf, amazonAbilities, asinIn, locate, recognize, servesDomain } from './locate.ts';
import { prepare } from './prepare.ts';
import { listPurchases } from './reports.ts';
import { AmazonCredentials, AmazonSettings, defaultsOf, objectionTo, optionsOf, warningsFor } from './settings.ts';
import { submit } from './submit.ts';
import { track } from './tracking.ts';

function create<W extends World>(store: Store<W>, given: StoreNeeds): Connector<W> {
  const options = optionsOf(store);
  const api = createAmazonApi(store, given);
  const { clock } = given;
  const needs = {
    store,
    api,
    options,
    clock,
    reportBroken(message: string) {
      given.logger.error({ store: store.name }, message);
      given.reportBroken?.(message);
    },
  };
  return {
    ...identityOf(store),
    abilities: new Set(options.hasReports ? [...amazonAbilities, 'history' as const] : amazonAbilities),
    honours: new Set(['offers', 'no_tax', 'shipping_method', 'delivery_days']),
    lookup: 'reference',
    lateWindowMs: options.lateWindowMs,
    locate: (url) => locate(store, options, url),
    addressOf({ productId }) {
      const asin = asinIn(productId);
      return asin && addressOf(store, options, asin);
    },
    servesDomain: (domain) => servesDomain(store, options, domain),
    ...createCatalog(needs),
    prepare: (request, call) => prepare(needs, request, call),
    submit: (checkout, request, call) => submit(needs, checkout, request, call),
    // A trial order reserves nothing.
    release: async () => {},
    find: (query, call) => find(needs, query, call),
    ...(options.hasReports && {
      history: (query, call) => listPurchases({ ...needs, retailer: store.name }, query, call),
    }),
    track: (purchase, call) => track(needs, purchase, call),
    ...(options.hasInvoices && {
      documents: { countries: null, list: (purchase, query, call) => listDocuments(needs, purchase, query, call) },
    }),
  };
}

/** Amazon, through the operator's own business account. Cancellations and returns are done there by a person. */
export const amazonBusiness: StoreKind = {
  kind: 'amazon-business',
  label: 'Amazon Business',
  modes: ['automatic', 'review', 'catalogue'],
  settings: AmazonSettings,
  credentials: AmazonCredentials,
  payment: Type.Null({ description: "The buying group's stored payment method is charged." }),
  objection: objectionTo,
  defaults: defaultsOf,
  warnings: warningsFor,
  recognize,
  create,
};
