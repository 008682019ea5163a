import { fieldsOf, listOf } from '../../kit/fields.ts';
import type { Ability, Call } from '../contract.ts';
import { type ProbeFinding, proposedName } from '../store.ts';
import { jsonOf, type StoreClient } from '../store-client.ts';

export const shopifyAbilities: Ability[] = [
  'search',
  'product',
  'offers',
  'checkout',
  'quote',
  'find',
  'fence',
  'track',
];

async function read(client: StoreClient, url: string, call: Call): Promise<Record<string, unknown> | null> {
  const reply = await client.send({ method: 'GET', url, headers: { accept: 'application/json' } }, call);
  const body = reply.kind === 'answered' && reply.status < 300 ? jsonOf(reply) : undefined;
  return typeof body === 'object' && body !== null ? fieldsOf(body) : null;
}

const isCode = (value: unknown): value is string => typeof value === 'string' && /^[A-Z]{2,3}$/.test(value);

/** The list of products is a Shopify's own shape; what the shop says of itself adds name, currency and countries. */
export async function probe(url: URL, client: StoreClient, call: Call): Promise<ProbeFinding | null> {
  const listed = await read(client, `${url.origin}/products.json?limit=1`, call);
  const product = fieldsOf(listOf(listed?.products)[0]);
  if (typeof product.handle !== 'string' || !Array.isArray(product.variants)) return null;
  const about = (await read(client, `${url.origin}/meta.json`, call)) ?? {};
  const countries = Array.isArray(about.ships_to_countries) ? about.ships_to_countries.filter(isCode) : [];
  const currency = isCode(about.currency) ? about.currency : null;
  return {
    name: proposedName(url),
    displayName: typeof about.name === 'string' ? about.name : null,
    url: url.origin,
    apiUrl: null,
    currency,
    countries: countries.length > 0 ? countries : null,
    abilities: shopifyAbilities,
    settings: {},
    missing: [
      ...(currency === null ? ['currency: the store does not publish it.'] : []),
      'mode: link (a person pays at the store) or review (an operator buys); automatic needs a merchant token and the kind ucp.',
    ],
  };
}
