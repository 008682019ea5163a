import { type Version, versions, walletHandler, walletId } from './checkout.ts';

const spec = (version: Version, page: string): string => `https://ucp.dev/${version}/specification/${page}`;
const schema = (version: Version, name: string): string => `https://ucp.dev/${version}/schemas/shopping/${name}.json`;

function capability(version: Version, page: string, name: string, more: Record<string, unknown> = {}) {
  return [{ version, spec: spec(version, page), schema: schema(version, name), ...more }];
}

const capabilitiesOf = (version: Version) => ({
  'dev.ucp.shopping.checkout': capability(version, 'checkout', 'checkout'),
  'dev.ucp.shopping.fulfillment': capability(version, 'fulfillment', 'fulfillment', {
    extends: 'dev.ucp.shopping.checkout',
  }),
  'dev.ucp.shopping.order': capability(version, 'order', 'order'),
  'dev.ucp.shopping.catalog.search': capability(version, 'catalog/search', 'catalog_search'),
  'dev.ucp.shopping.catalog.lookup': capability(version, 'catalog/lookup', 'catalog_lookup'),
});

export const paymentHandlersOf = (version: Version, publicUrl: string) => ({
  [walletHandler]: [
    {
      id: walletId,
      version,
      spec: `${publicUrl}/docs`,
      schema: `${publicUrl}/openapi.json`,
      available_instruments: [{ type: 'wallet' }],
      config: {},
    },
  ],
});

/** `signing_keys` became `keys` with the newest version; a client that knows one of them finds it. */
const keysOf = (version: Version, jwk: Record<string, string>) =>
  version === '2026-08-25' ? { keys: [jwk] } : { signing_keys: [jwk] };

/** What this service is as a store: read by agents that want to buy through it. */
export function businessProfile(version: Version, publicUrl: string, jwk: Record<string, string>) {
  const binding = (transport: 'rest' | 'mcp', file: string, endpoint: string) => ({
    version,
    spec: spec(version, 'overview'),
    transport,
    schema: `https://ucp.dev/${version}/services/shopping/${file}.json`,
    endpoint,
  });
  const older = versions.filter((known) => known !== versions[0]);
  const links = Object.fromEntries(older.map((known) => [known, `${publicUrl}/ucp/business/${known}`]));
  return {
    ucp: {
      version,
      ...(version === versions[0] ? { supported_versions: links } : {}),
      services: {
        'dev.ucp.shopping': [
          binding('mcp', 'mcp.openrpc', `${publicUrl}/ucp/mcp`),
          binding('rest', 'rest.openapi', `${publicUrl}/ucp`),
        ],
      },
      capabilities: capabilitiesOf(version),
      payment_handlers: paymentHandlersOf(version, publicUrl),
    },
    ...keysOf(version, jwk),
  };
}

/** Who this service is as a client: named in every request that it sends to a store. */
export function platformProfile(version: string, jwk: Record<string, string>) {
  const names = ['checkout', 'fulfillment', 'order', 'catalog.search', 'catalog.lookup'];
  const transports = ['rest', 'mcp'].map((transport) => ({ version, transport }));
  return {
    ucp: {
      version,
      services: { 'dev.ucp.shopping': transports },
      capabilities: Object.fromEntries(names.map((name) => [`dev.ucp.shopping.${name}`, [{ version }]])),
      payment_handlers: {},
    },
    ...(version === '2026-08-25' ? { keys: [jwk] } : { signing_keys: [jwk] }),
  };
}
