import { fieldsOf } from '../../../src/kit/fields.ts';
import { gatedScopes } from './oauth.ts';
import { type Json, products, type State } from './state.ts';

export function profile(state: State, version: string): Json {
  const { faults } = state;
  const endpoint = faults.transport === 'rest' ? `${state.origin}/ucp/` : `${state.origin}/ucp/mcp`;
  const names = [
    'dev.ucp.shopping.checkout',
    ...(faults.isPlain || faults.hidesExtension ? [] : ['dev.ucp.shopping.fulfillment']),
    ...(faults.catalogue ? ['dev.ucp.shopping.catalog.search', 'dev.ucp.shopping.catalog.lookup'] : []),
  ];
  const keys = { [faults.keysUnder]: [state.jwk, { kid: 'odd', kty: 'RSA' }] };
  if (faults.shape === 'first') {
    const services = { 'dev.ucp.shopping': { version, [faults.transport]: { endpoint } } };
    const all = faults.oauth === null ? names : [...names, 'dev.ucp.common.identity_linking'];
    return { ucp: { version, services, capabilities: all.map((name) => ({ name, version })) }, ...keys };
  }
  const body = {
    version,
    supported_versions: Object.fromEntries(
      version === faults.version
        ? faults.olderVersions.map((older) => [older, `${state.origin}/profiles/${older}`])
        : [],
    ),
    services: { 'dev.ucp.shopping': [{ version, transport: faults.transport, endpoint }] },
    capabilities: {
      ...Object.fromEntries(names.map((name) => [name, [{ version }]])),
      ...(faults.oauth === null ? {} : linking(version)),
    },
  };
  return faults.shape === 'nested' ? { ucp: body, ...keys } : { ...body, ...keys };
}

/** Beside what this service uses, scopes that it has no business with. */
const linking = (version: string): Json => {
  const scopes = [...gatedScopes, 'dev.ucp.shopping.order:manage', 'com.example.loyalty:points'];
  const config = { scopes: Object.fromEntries(scopes.map((scope) => [scope, {}])) };
  return { 'dev.ucp.common.identity_linking': [{ version, config }] };
};

const listed = (state: State, { variants, ...product }: (typeof products)[number]): Json => ({
  ...product,
  description: { plain: product.title },
  url: `${state.origin}/products/${product.handle}`,
  options: variants.length > 1 ? [{ name: 'Size', values: [{ label: 'S' }, { label: 'M' }] }] : [],
  variants: variants.map(({ price, ...variant }) => ({
    ...variant,
    title: 'x',
    price: { amount: price, currency: state.faults.currency },
    availability: { available: !state.faults.soldOut },
  })),
});

export function search(state: State, body: Json): Json {
  const words = String(body.query).toLowerCase().split(/\s+/);
  const { cursor, limit: asked = 20 } = fieldsOf(body.pagination);
  const limit = Number(asked);
  const found = products.filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)));
  const from = Number(cursor ?? 0);
  const page = found.slice(from, from + limit).map((product) => listed(state, product));
  // The cursor is there on the last page too: it is no sign of another one.
  return {
    ucp: {},
    products: page,
    pagination: { cursor: String(from + limit), has_next_page: from + limit < found.length },
  };
}

export function lookUp(state: State, id: string): Json {
  const product = products.find((candidate) => candidate.id === id || candidate.variants.some((v) => v.id === id));
  if (product) return { ucp: {}, product: listed(state, product) };
  return {
    ucp: { status: 'error' },
    messages: [{ type: 'error', code: 'not_found', content: `No ${id}`, severity: 'unrecoverable' }],
  };
}
