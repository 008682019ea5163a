import { fieldsOf } from '../../kit/fields.ts';
import type { Call } from '../contract.ts';
import { type ProbeFinding, proposedName } from '../store.ts';
import { jsonOf, type StoreClient } from '../store-client.ts';

/** A Medusa shop asks everybody for its publishable key, and so gives itself away. */
export async function probe(url: URL, client: StoreClient, call: Call): Promise<ProbeFinding | null> {
  const headers = { accept: 'application/json' };
  const reply = await client.send({ method: 'GET', url: `${url.origin}/store/regions`, headers }, call);
  const body = reply.kind === 'answered' ? jsonOf(reply) : undefined;
  const { message } = fieldsOf(body);
  if (typeof message !== 'string' || !message.includes('x-publishable-api-key')) return null;
  return {
    name: proposedName(url),
    displayName: null,
    url: url.origin,
    apiUrl: null,
    currency: null,
    countries: null,
    abilities: ['search', 'product', 'offers', 'checkout', 'quote', 'find', 'fence', 'track', 'login'],
    settings: {},
    missing: [
      "settings.publishable_key: the storefront's publishable API key (pk_…).",
      'currency: the store returns it only with the key.',
      'payment: the id of the payment provider, such as pp_system_default.',
      'settings.product_path: where the storefront shows a product, unless it is /products/{slug}.',
    ],
  };
}
