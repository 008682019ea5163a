import { paymentHandler, paymentId, type Version, versions, walletHandler, walletId } from './checkout.ts';

/** Where stores send updates about our orders. */
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

/** The wallet of a key, and for others the methods of agent mode. */
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

/** `signing_keys` is called `keys` in the newest version; we send both. */
const keysOf = (version: Version, jwk: Record<string, string>) =>
  version === '2026-08-25' ? { keys: [jwk] } : { signing_keys: [jwk] };

interface OwnProfile {
  publicUrl: string;
  jwk: Record<string, string>;
  agentMethods: readonly string[];
}

/** Older versions have their own path, so a response has the requested version. */
export const basePathOf = (version: Version): string => (version === versions[0] ? '/ucp' : `/ucp/${version}`);

/** Our profile as a store. */
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

/** The first version has one service with a member per binding, a list of capabilities, and its own handlers. */
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

export const handlerList = (version: Version, publicUrl: string, payable: Payable) =>
  Object.entries(paymentHandlersOf(version, publicUrl, payable)).flatMap(([name, handlers]) =>
    handlers.map((handler) => ({ name, ...handler })),
  );

/** Our profile as a client, named in every request to a store. */
export function platformProfile(version: string, { publicUrl, jwk }: Pick<OwnProfile, 'publicUrl' | 'jwk'>) {
  const names = ['checkout', 'fulfillment', 'order', 'catalog.search', 'catalog.lookup'];
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
