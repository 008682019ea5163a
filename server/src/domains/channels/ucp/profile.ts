import { paymentHandler, paymentId, type Version, versions, walletHandler, walletId } from './checkout.ts';

/** Where stores tell this service about orders that it placed there. */
export const orderUpdatePath = '/ucp/webhooks/orders';

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

/** The wallet of a key; for agents without one the methods of agent mode, where there are any. */
export interface Payable {
  withWallet: boolean;
  agentMethods: readonly string[];
}

export function paymentHandlersOf(version: Version, publicUrl: string, { withWallet, agentMethods }: Payable) {
  const about = { version, spec: `${publicUrl}/docs`, schema: `${publicUrl}/openapi.json` };
  const wallet = { id: walletId, ...about, available_instruments: [{ type: 'wallet' }], config: {} };
  const instruments = agentMethods.map((type) => ({ type }));
  const payment = { id: paymentId, ...about, available_instruments: instruments, config: { scheme: 'Payment' } };
  return {
    ...(withWallet ? { [walletHandler]: [wallet] } : {}),
    ...(instruments.length > 0 ? { [paymentHandler]: [payment] } : {}),
  };
}

/** `signing_keys` became `keys` with the newest version; a client that knows one of them finds it. */
const keysOf = (version: Version, jwk: Record<string, string>) =>
  version === '2026-08-25' ? { keys: [jwk] } : { signing_keys: [jwk] };

interface OwnProfile {
  publicUrl: string;
  jwk: Record<string, string>;
  agentMethods: readonly string[];
}

/** Every version but the newest has a place of its own, so that an answer is in the version that was asked for. */
export const basePathOf = (version: Version): string => (version === versions[0] ? '/ucp' : `/ucp/${version}`);

/** What this service is as a store: read by agents that want to buy through it. */
export function businessProfile(version: Version, self: OwnProfile) {
  return version === '2026-01-11' ? firstProfile(version, self) : currentProfile(version, self);
}

function currentProfile(version: Version, { publicUrl, jwk, agentMethods }: OwnProfile) {
  const place = `${publicUrl}${basePathOf(version)}`;
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
        'dev.ucp.shopping': [binding('mcp', 'mcp.openrpc', `${place}/mcp`), binding('rest', 'rest.openapi', place)],
      },
      capabilities: capabilitiesOf(version),
      payment_handlers: paymentHandlersOf(version, publicUrl, { withWallet: true, agentMethods }),
    },
    ...keysOf(version, jwk),
  };
}

/** The first version had one service with a member for each binding, capabilities as a list, and handlers of their own. */
function firstProfile(version: Version, { publicUrl, jwk, agentMethods }: OwnProfile) {
  const place = `${publicUrl}${basePathOf(version)}`;
  const schemaOf = (file: string) => `https://ucp.dev/${version}/services/shopping/${file}.json`;
  const capabilities = Object.entries(capabilitiesOf(version)).map(([name, [entry]]) => ({ name, ...entry }));
  return {
    ucp: {
      version,
      services: {
        'dev.ucp.shopping': {
          version,
          spec: spec(version, 'overview'),
          rest: { schema: schemaOf('rest.openapi'), endpoint: place },
          mcp: { schema: schemaOf('mcp.openrpc'), endpoint: `${place}/mcp` },
        },
      },
      capabilities,
    },
    payment: { handlers: handlerList(version, publicUrl, { withWallet: true, agentMethods }) },
    ...keysOf(version, jwk),
  };
}

/** Handlers as the first version lists them. */
export const handlerList = (version: Version, publicUrl: string, payable: Payable) =>
  Object.entries(paymentHandlersOf(version, publicUrl, payable)).flatMap(([name, handlers]) =>
    handlers.map((handler) => ({ name, ...handler })),
  );

/** Who this service is as a client: named in every request that it sends to a store. */
export function platformProfile(version: string, { publicUrl, jwk }: Pick<OwnProfile, 'publicUrl' | 'jwk'>) {
  const names = ['checkout', 'fulfillment', 'order', 'catalog.search', 'catalog.lookup'];
  // Where stores tell what becomes of an order.
  const configs: Record<string, object> = { order: { config: { webhook_url: `${publicUrl}${orderUpdatePath}` } } };
  const transports = ['rest', 'mcp'].map((transport) => ({ version, transport }));
  return {
    ucp: {
      version,
      services: { 'dev.ucp.shopping': transports },
      capabilities: Object.fromEntries(
        names.map((name) => [`dev.ucp.shopping.${name}`, [{ version, ...configs[name] }]]),
      ),
      payment_handlers: {},
    },
    ...(version === '2026-08-25' ? { keys: [jwk] } : { signing_keys: [jwk] }),
  };
}
