import type { Ability, Call } from '../contract.ts';
import { type ProbeFinding, proposedName } from '../store.ts';
import { jsonOf, type StoreClient } from '../store-client.ts';
import { type Product, productIn, slugOf } from './product.ts';
import { isForeignPage, plainUrl, prettyUrl } from './store-api.ts';

export const wooAbilities: Ability[] = ['search', 'product', 'offers', 'checkout', 'quote', 'find', 'track'];

/** One product of the shop says all: that it is a WooCommerce, its currency, and where it shows products. */
export async function probe(url: URL, client: StoreClient, call: Call): Promise<ProbeFinding | null> {
  const headers = { accept: 'application/json' };
  const ask = (address: string) => client.send({ method: 'GET', url: address, headers }, call);
  const path = '/products?per_page=1';
  const first = await ask(prettyUrl(url.origin, path));
  // A page of WordPress itself: the shop may have no pretty addresses.
  const isWordPress = first.kind === 'answered' && isForeignPage(first) && /wp-(?:content|includes)/.test(first.text);
  const reply = isWordPress ? await ask(plainUrl(url.origin, path)) : first;
  const body = reply.kind === 'answered' && reply.status < 300 ? jsonOf(reply) : undefined;
  if (reply.kind !== 'answered' || !Array.isArray(body)) return null;
  const product = productIn(body[0]);
  // An empty shop is known by the totals that only WordPress sends.
  if (!product && !(body.length === 0 && reply.headers['x-wp-total'] !== undefined)) return null;
  const shownAt = product && pathOf(product, url);
  return {
    name: proposedName(url),
    displayName: null,
    url: url.origin,
    apiUrl: null,
    currency: product?.prices.currency_code ?? null,
    countries: null,
    abilities: wooAbilities,
    settings: shownAt ? { product_path: shownAt } : {},
    missing: [
      ...(product ? [] : ['currency: the store lists no product that shows it.']),
      'payment: the code of the payment method at the shop, such as cod or bacs.',
      'contact: the email address given to the store.',
    ],
  };
}

/** Where this shop shows products, if that is not the usual place; a category before the name is no part of it. */
function pathOf(product: Product, url: URL): string | null {
  const page = product.permalink ? URL.parse(product.permalink) : null;
  if (page?.host !== url.host) return null;
  const parts = page.pathname.split('/').filter(Boolean);
  const last = parts.at(-1);
  if (last === undefined || parts.length < 2 || (last !== product.slug && last !== slugOf(product))) return null;
  return parts[0] === 'product' ? null : `/${parts[0]}/{slug}`;
}
