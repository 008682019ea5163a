import type { World } from '../../kit/world.ts';
import type { Connector } from '../contract.ts';
import { addressOf, locate } from '../product-path.ts';
import { isDomainOf, type Store, type StoreKind, type StoreNeeds } from '../store.ts';
import { createUcpApi } from './api.ts';
import { createShelves } from './catalogue.ts';
import { handleIn } from './handle.ts';
import { fence, find } from './history.ts';
import { cancelSession, prepare } from './prepare.ts';
import { probe, ucpAbilities } from './probe.ts';
import { UcpCredentials, UcpPayment, UcpSettings } from './settings.ts';
import { submit } from './submit.ts';
import { track } from './tracking.ts';
import { vouchFor } from './vouch.ts';

function create<W extends World>(store: Store<W>, needs: StoreNeeds): Connector<W> {
  const api = createUcpApi(store, needs);
  const buying = { store, api, clock: needs.clock, credentials: needs.credentials };
  return {
    name: `ucp ${store.name}`,
    world: store.world,
    abilities: new Set(ucpAbilities),
    retailers: [store.name],
    honours: new Set(['no_tax']),
    currency: store.currency,
    locate: (url) => locate(store, url),
    addressOf: ({ productId }) => addressOf(store, productId),
    servesDomain: (domain) => isDomainOf(store, domain),
    ...createShelves(buying),
    prepare: (request, call) => prepare(buying, request, call),
    submit: (checkout, request, call) => submit(buying, checkout, request, call),
    async release(checkout, _request, call) {
      const handle = handleIn(checkout.handle);
      if (handle) await cancelSession(api, handle.checkoutId, call);
    },
    find: (query, call) => find(api, query, call),
    fence: (query, call) => fence(api, query, call),
    track: (purchase, call) => track(buying, purchase, call),
    vouchesFor: (message, call) => vouchFor(api, message, needs.clock.now(), call),
  };
}

export { knownVersions } from './profile.ts';

/** Stores that speak the Universal Commerce Protocol, over REST or MCP. Guests alone buy there. */
export const ucp: StoreKind = {
  kind: 'ucp',
  label: 'UCP',
  modes: ['automatic', 'review', 'catalogue'],
  settings: UcpSettings,
  credentials: UcpCredentials,
  payment: UcpPayment,
  probe,
  create,
};
