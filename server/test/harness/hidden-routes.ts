/**
 * Every route outside the API documents, by why it takes no id of an account. Hostile requests are drawn from this list
 * (`bench/hostile`), so a new route has to be here. A path that ends in `/*` also covers pages below it that read nothing
 * of the request.
 */
export const hiddenRoutes: Record<string, readonly string[]> = {
  'It is the same for everyone.': [
    'GET /',
    'GET /app',
    'GET /app/*',
    'GET /app-assets/*',
    'GET /assets/*',
    'GET /claim/:token',
    'GET /device',
    'GET /docs',
    'GET /docs.md',
    'GET /docs/*',
    'GET /docs/errors/:name',
    'GET /docs/failure-reasons/:name',
    'GET /docs/reference/:tag',
    'GET /docs/search',
    'GET /docs/search.json',
    'GET /invite/:token',
    'GET /llms.txt',
    'GET /llms-full.txt',
    'GET /openapi.json',
    'GET /openapi-operator.json',
    'GET /sandbox/quickstart',
    'GET /shop/images/:retailer/:file',
    'GET /shop/products/:slug',
    'GET /sign-in',
    'GET /status',
    'GET /ucp/business/:version',
    'GET /ucp/profiles/:version',
    'GET /.well-known/*',
  ],
  'It shows the image of an address.': ['GET /pictures'],
  'Its address is the secret.': [
    'GET /card-setups/:setup_id',
    'POST /card-setups/:setup_id',
    'GET /mails/stop',
    'POST /mails/stop',
    'GET /mcp/approvals/:handle',
    'POST /mcp/approvals/:handle',
    'GET /pay/:payment_id',
    'GET /pay/:payment_id/checkout',
    'GET /top-ups/:top_up_id',
    'POST /top-ups/:top_up_id',
  ],
  'The machine prints its secret.': ['GET /dev/open', 'GET /dev/mail', 'GET /dev/mail/:id'],
  'It signs people in and out.': [
    'POST /auth/sign-out',
    'POST /auth/sign-in/magic-link',
    'GET /auth/magic-link/verify',
    'POST /auth/magic-link/verify',
  ],
  'OAuth: isolation-secrets.test.ts and oauth.test.ts.': [
    'GET /oauth/authorize',
    'POST /oauth/register',
    'POST /oauth/token',
  ],
  'MCP: isolation-protocols.test.ts.': ['POST /mcp', 'GET /mcp', 'DELETE /mcp'],
  'UCP: isolation-protocols.test.ts.': ['', '/2026-04-08', '/2026-01-11'].flatMap((version) => [
    `POST /ucp${version}/mcp`,
    `POST /ucp${version}/catalog/search`,
    `POST /ucp${version}/catalog/lookup`,
    `POST /ucp${version}/catalog/product`,
    `POST /ucp${version}/checkout-sessions`,
    `GET /ucp${version}/checkout-sessions/:id`,
    `PUT /ucp${version}/checkout-sessions/:id`,
    `POST /ucp${version}/checkout-sessions/:id/complete`,
    `POST /ucp${version}/checkout-sessions/:id/cancel`,
    `GET /ucp${version}/orders/:id`,
  ]),
  'Only a store can sign it: ucp-store.test.ts.': ['POST /ucp/webhooks/orders'],
  'Live updates: isolation-secrets.test.ts.': ['GET /events/stream'],
};

export const hiddenRouteNames: readonly string[] = Object.values(hiddenRoutes).flat();

export interface ServedRoute {
  /** Such as `GET /orders/:order_id`. */
  name: string;
  /** Whether it reads nothing of the request but its path. */
  isFixed: boolean;
}

const isFixedPage = ({ name, isFixed }: ServedRoute): boolean => isFixed && name.startsWith('GET ');

/** Whether the list has this route, or covers it with a path that ends in `/*`. */
export const isListed = (route: ServedRoute): boolean =>
  hiddenRouteNames.some(
    (known) =>
      known === route.name || (known.endsWith('/*') && isFixedPage(route) && route.name.startsWith(known.slice(0, -1))),
  );
