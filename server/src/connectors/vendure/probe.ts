import { fieldsOf, listOf, textOf } from '../../kit/fields.ts';
import type { Call } from '../contract.ts';
import { type ProbeFinding, proposedName } from '../store.ts';
import { jsonOf, type StoreClient } from '../store-client.ts';

const document = `query Probe {
  activeChannel { code defaultCurrencyCode currencyCode pricesIncludeTax }
  availableCountries { code }
  activePaymentMethods { code }
}`;

const codesIn = (value: unknown): string[] => listOf(value).flatMap((entry) => textOf(fieldsOf(entry).code) ?? []);

/** Asks an address whether it is a Vendure shop, or has one beside it. */
export async function probe(url: URL, client: StoreClient, call: Call): Promise<ProbeFinding | null> {
  const headers = { accept: 'application/json' };
  const reply = await client.send(
    { method: 'POST', url: `${url.origin}/shop-api`, headers, json: { query: document } },
    call,
  );
  const data = fieldsOf(fieldsOf(reply.kind === 'answered' ? jsonOf(reply) : null).data);
  if (!data.activeChannel) return null;
  const channel = fieldsOf(data.activeChannel);
  const methods = codesIn(data.activePaymentMethods);
  return {
    name: proposedName(url),
    displayName: null,
    url: url.origin,
    apiUrl: null,
    currency: textOf(channel.currencyCode) ?? textOf(channel.defaultCurrencyCode) ?? null,
    countries: Array.isArray(data.availableCountries) ? codesIn(data.availableCountries) : null,
    abilities: ['search', 'product', 'offers', 'checkout', 'quote', 'find', 'fence', 'track', 'login'],
    settings: {},
    missing: [
      `payment: the payment method to use (${methods.join(', ') || 'the store lists none'}).`,
      'credentials: email and password of an account at this store; guests can view an order for only two hours.',
      'settings.product_path: where the storefront shows a product, unless it is /products/{slug}.',
    ],
  };
}
