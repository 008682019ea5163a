import { Type } from 'typebox';
import { fieldsOf, jsonIn, listOf, textOf } from '../../kit/fields.ts';
import type { World } from '../../kit/world.ts';
import type { Ability, Call, Connector } from '../contract.ts';
import { identityOf } from '../product-path.ts';
import { findingAt, type ProbeFinding, type Store, type StoreKind, type StoreNeeds } from '../store.ts';
import type { StoreClient } from '../store-client.ts';
import { createCatalog } from './catalog.ts';
import { fence, find } from './history.ts';
import { prepare } from './prepare.ts';
import { checkRefund } from './refunds.ts';
import { checkLogin } from './session.ts';
import { settingsOf, VendureSettings } from './settings.ts';
import { createShopApi } from './shop-api.ts';
import { release, submit } from './submit.ts';
import { track } from './tracking.ts';

const document = `query Probe {
  activeChannel { code defaultCurrencyCode currencyCode pricesIncludeTax }
  availableCountries { code }
  activePaymentMethods { code }
}`;

const abilities: Ability[] = ['search', 'product', 'offers', 'checkout', 'quote', 'find', 'fence', 'track', 'login'];

const codesIn = (value: unknown): string[] => listOf(value).flatMap((entry) => textOf(fieldsOf(entry).code) ?? []);

/** Checks for a Vendure Shop API at this address. */
async function probe(url: URL, client: StoreClient, call: Call): Promise<ProbeFinding | null> {
  const headers = { accept: 'application/json' };
  const reply = await client.send(
    { method: 'POST', url: `${url.origin}/shop-api`, headers, json: { query: document } },
    call,
  );
  const data = fieldsOf(fieldsOf(reply.kind === 'answered' ? jsonIn(reply.text) : null).data);
  if (!data.activeChannel) return null;
  const channel = fieldsOf(data.activeChannel);
  const methods = codesIn(data.activePaymentMethods);
  return findingAt(url, {
    currency: textOf(channel.currencyCode) ?? textOf(channel.defaultCurrencyCode) ?? null,
    countries: Array.isArray(data.availableCountries) ? codesIn(data.availableCountries) : null,
    abilities,
    missing: [
      `payment: the payment method to use (${methods.join(', ') || 'the store lists none'}).`,
      'credentials: email and password for an account with this store. Guests can view an order for only two hours.',
      'settings.product_path: the path of a product page, if it differs from /products/{slug}.',
    ],
  });
}

function create<W extends World>(store: Store<W>, { client, clock }: StoreNeeds): Connector<W> {
  const api = createShopApi(store, { client, clock });
  const needs = { store, api, clock };
  return {
    ...identityOf(store),
    abilities: new Set(abilities),
    honours: new Set(['no_tax']),
    lookup: settingsOf(store).referenceField === null ? 'account_history' : 'reference',
    ...createCatalog(store, api),
    prepare: (request, call) => prepare(needs, request, call),
    submit: (checkout, request, call) => submit(needs, checkout, request, call),
    release: (checkout, request, call) => release(needs, checkout, request, call),
    find: (query, call) => find(needs, query, call),
    fence: (query, call) => fence(needs, query, call),
    track: (purchase, call) => track(needs, purchase, call),
    checkRefund: (request, call) => checkRefund(needs, request, call),
    login: (_retailer, account, call) => checkLogin(api, account, call),
  };
}

/** Shops that run Vendure, through the Shop API. Customers can't cancel or return. */
export const vendure: StoreKind = {
  kind: 'vendure',
  label: 'Vendure',
  modes: ['automatic', 'review', 'catalogue'],
  settings: VendureSettings,
  credentials: Type.Object({}, { additionalProperties: false }),
  payment: Type.String({ minLength: 1, description: "The store's code for the payment method." }),
  probe,
  create,
};
