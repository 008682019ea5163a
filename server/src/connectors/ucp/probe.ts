import { systemClock } from '../../kit/clock.ts';
import type { Ability, Call } from '../contract.ts';
import { type ProbeFinding, proposedName } from '../store.ts';
import type { StoreClient } from '../store-client.ts';
import { discover } from './discovery.ts';

export const ucpAbilities: Ability[] = [
  'search',
  'product',
  'offers',
  'checkout',
  'quote',
  'find',
  'fence',
  'track',
  'login',
];

/** A store that speaks UCP says so at one address. */
export async function probe(url: URL, client: StoreClient, call: Call): Promise<ProbeFinding | null> {
  const store = { url: url.origin, apiUrl: null, settings: {} };
  const found = await discover(store, { client, clock: systemClock }, call);
  if (found.kind !== 'profile') return null;
  const { capabilities } = found.profile;
  const hasCatalogue = [...capabilities].some((name) => name.startsWith('dev.ucp.shopping.catalog.'));
  const canBuy = capabilities.has('dev.ucp.shopping.checkout');
  const hasAccounts = found.profile.linking !== null;
  const isShelf = (ability: Ability): boolean => ['search', 'product', 'offers'].includes(ability);
  return {
    name: proposedName(url),
    displayName: null,
    url: url.origin,
    apiUrl: null,
    currency: null,
    countries: null,
    abilities: ucpAbilities.filter((ability) =>
      isShelf(ability) ? hasCatalogue : canBuy && (ability !== 'login' || hasAccounts),
    ),
    settings: {},
    missing: [
      'currency: UCP only returns it with a checkout.',
      'payment: the handler and the type of instrument that the store is paid with; credentials.payment_token for it.',
      ...(hasCatalogue ? [] : ["The store has no catalog. Order products by the store's item IDs."]),
    ],
  };
}
