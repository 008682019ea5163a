export interface NavLink {
  href: string;
  name: string;
}

export interface NavGroup {
  name: string;
  links: NavLink[];
}

const at = (path: string, name: string): NavLink => ({ href: path === '' ? '/docs' : `/docs/${path}`, name });

/** In reading order. A group of one page is shown as that page. */
const groups: readonly NavGroup[] = [
  {
    name: 'Get started',
    links: [
      at('', 'Introduction'),
      at('guides/first-order', 'Your first order'),
      at('interface/sandbox', 'Sandbox'),
      at('guides/test-clocks', 'Use test clocks'),
      at('guides/test-faults', 'Test failures'),
      at('interface/general', 'Requests and errors'),
      at('sdk', 'TypeScript SDK'),
      at('cli', 'Command line'),
    ],
  },
  {
    name: 'Orders',
    links: [
      at('guides/orders', 'Place and track orders'),
      at('interface/orders', 'Order behavior'),
      at('interface/quotes', 'Quotes'),
      at('interface/questions', 'Action required'),
      at('interface/wallet', 'Wallet'),
      at('interface/payments', 'Payment links'),
      at('interface/managed-accounts', 'Retailer accounts'),
      at('interface/cases', 'Cases'),
    ],
  },
  {
    name: 'Products',
    links: [at('guides/products', 'Find products'), at('interface/products', 'Product behavior')],
  },
  {
    name: 'Webhooks',
    links: [at('guides/webhooks', 'Receive webhooks'), at('interface/webhooks', 'Webhook behavior')],
  },
  { name: 'Currencies', links: [at('guides/currencies', 'Buy in other currencies')] },
  { name: 'Returns', links: [at('guides/returns', 'Return an item'), at('interface/returns', 'Return behavior')] },
  { name: 'Bulk', links: [at('guides/bulk', 'Place bulk orders'), at('interface/bulk', 'Bulk behavior')] },
  {
    name: 'Agents and MCP',
    links: [
      at('guides/agents', 'Let an agent buy'),
      at('interface/mcp', 'MCP'),
      at('interface/agent', 'Agent mode'),
      at('interface/devices', 'Device codes'),
      at('interface/ucp', 'UCP'),
    ],
  },
  {
    name: 'Spending policies',
    links: [at('guides/policies', 'Limit spending'), at('interface/policies', 'Policy behavior')],
  },
  { name: 'Going live', links: [at('going-live', 'Going live')] },
  {
    name: 'Stores and recipes',
    links: [
      at('stores', 'Kinds of stores'),
      at('stores/amazon-business', 'Amazon Business'),
      at('interface/stores', 'Store settings'),
      at('recipes', 'Recipes'),
      at('interface/desk', 'The desk'),
    ],
  },
  {
    name: 'Self-hosting',
    links: [
      at('install', 'Install'),
      at('self-hosting', 'Put Errand on the internet'),
      at('deploy', 'Deploy'),
      at('configuration', 'Configuration'),
      at('interface/people', 'People and sign-in'),
      at('interface/operator', 'Operator console'),
      at('runbooks', 'Runbooks'),
      at('reliability', 'Reliability'),
      at('statements', 'Test coverage'),
      at('scale', 'Scaling'),
      at('security/trust-boundaries', 'Trust boundaries'),
      at('decisions', 'Design decisions'),
      at('roadmap', 'Roadmap'),
    ],
  },
];

const reference: readonly NavLink[] = [
  at('errors', 'Errors'),
  at('failure-reasons', 'Failure reasons'),
  at('interface', 'Behavior'),
  at('api-stability', 'API stability'),
  at('interface/legacy', 'Legacy API: /v1'),
  at('interface/legacy-fields', '/v1 order fields'),
  { href: '/openapi.json', name: 'OpenAPI document' },
];

const changelog: NavGroup = { name: 'Changelog', links: [at('changelog', 'Changelog')] };

/** The navigation without pages that this version lacks. */
export function navigationOf(operations: readonly NavLink[], exists: (href: string) => boolean): NavGroup[] {
  return [
    ...groups.map(({ name, links }) => ({ name, links: links.filter(({ href }) => exists(href)) })),
    { name: 'Reference', links: [...operations, ...reference] },
    changelog,
  ];
}

/** The entry that a page belongs to: its own, or that of its folder's index. */
export function linkFor(navigation: readonly NavGroup[], path: string): NavLink | undefined {
  const links = navigation.flatMap((group) => group.links);
  return (
    links.find(({ href }) => href === path) ??
    links.find(({ href }) => href === path.slice(0, path.lastIndexOf('/')) && href !== '/docs')
  );
}

/** The previous and next pages in reading order. */
export function neighborsOf(navigation: readonly NavGroup[], path: string): { previous?: NavLink; next?: NavLink } {
  const links = navigation.flatMap((group) => group.links).filter(({ href }) => href.startsWith('/docs'));
  const index = links.findIndex(({ href }) => href === path);
  if (index < 0) return {};
  const [previous, next] = [links[index - 1], links[index + 1]];
  return { ...(previous ? { previous } : {}), ...(next ? { next } : {}) };
}
