import type { Call } from '../contract.ts';
import type { ProbeFinding } from '../store.ts';
import { jsonOf, type StoreClient } from '../store-client.ts';

const document = `query Probe {
  activeChannel { code defaultCurrencyCode currencyCode pricesIncludeTax }
  availableCountries { code }
  activePaymentMethods { code }
}`;

interface Answer {
  activeChannel?: { code?: string; currencyCode?: string; defaultCurrencyCode?: string };
  availableCountries?: { code: string }[];
  activePaymentMethods?: { code: string }[];
}

/** Asks an address whether it is a Vendure shop, or has one beside it. */
export async function probe(url: URL, client: StoreClient, call: Call): Promise<ProbeFinding | null> {
  const headers = { accept: 'application/json' };
  const reply = await client.send(
    { method: 'POST', url: `${url.origin}/shop-api`, headers, json: { query: document } },
    call,
  );
  const body = reply.kind === 'answered' ? (jsonOf(reply) as { data?: Answer } | undefined) : undefined;
  const channel = body?.data?.activeChannel;
  if (!channel) return null;
  const methods = body?.data?.activePaymentMethods?.map(({ code }) => code) ?? [];
  return {
    name: url.hostname.replace(/^www\./, '').replaceAll('.', '-'),
    displayName: null,
    url: url.origin,
    apiUrl: null,
    currency: channel.currencyCode ?? channel.defaultCurrencyCode ?? null,
    countries: body?.data?.availableCountries?.map(({ code }) => code) ?? null,
    abilities: ['search', 'product', 'offers', 'checkout', 'quote', 'find', 'fence', 'track', 'login'],
    settings: {},
    missing: [
      `payment: which method pays there (${methods.join(', ') || 'the shop names none'}).`,
      'credentials: email and password of an account at this shop; a guest can follow an order for two hours only.',
      'settings.product_path: where the storefront shows a product, unless it is /products/{slug}.',
    ],
  };
}
