/** What a person may do on an account. Each role may do all that the ones before it may. */
export const roles = ['viewer', 'buyer', 'owner'] as const;
export type Role = (typeof roles)[number];

/**
 * The least role for each route that a session opens. A route that is not listed is for owners: what nobody thought about stays
 * closed. Routes of the console are decided by OPERATOR_EMAILS alone, whatever the role.
 */
const leastRoles: Record<string, Exclude<Role, 'owner'>> = {
  // Yourself.
  'GET /me': 'viewer',
  'PATCH /me': 'viewer',
  'GET /me/mails': 'viewer',
  'PUT /me/mails': 'viewer',
  'GET /me/sign-in-hint': 'viewer',
  'POST /me/sign-out-everywhere': 'viewer',
  'POST /me/account': 'viewer',
  'GET /invitations/:token': 'viewer',
  'POST /invitations/:token': 'viewer',
  'GET /team': 'viewer',
  'POST /team/leave': 'viewer',
  'GET /activity': 'viewer',
  // Looking.
  'GET /overview': 'viewer',
  'GET /search': 'viewer',
  'GET /orders': 'viewer',
  'GET /orders/export': 'viewer',
  'GET /orders/test-products': 'viewer',
  'GET /orders/:order_id': 'viewer',
  'GET /orders/:order_id/timeline': 'viewer',
  'GET /orders/:order_id/cancellation': 'viewer',
  'GET /orders/:order_id/case': 'viewer',
  'GET /orders/:order_id/case/attachments/:attachment_id': 'viewer',
  'GET /orders/bulk': 'viewer',
  'GET /orders/bulk/template.csv': 'viewer',
  'GET /orders/bulk/:batch_id': 'viewer',
  'GET /orders/bulk/:batch_id/results.csv': 'viewer',
  'GET /cases': 'viewer',
  'GET /returns': 'viewer',
  'GET /returns/:return_request_id': 'viewer',
  'GET /returns/:return_request_id/refund': 'viewer',
  'GET /products/search': 'viewer',
  'GET /products/:product_id': 'viewer',
  'GET /products/:product_id/offers': 'viewer',
  'GET /retailers': 'viewer',
  'GET /retailers/check': 'viewer',
  'GET /track/:order_id': 'viewer',
  'GET /usage': 'viewer',
  'GET /wallet': 'viewer',
  'GET /wallet/me': 'viewer',
  'GET /wallet/transactions': 'viewer',
  'GET /wallet/statement.csv': 'viewer',
  'GET /wallet/statements': 'viewer',
  'GET /wallet/statements/:month/statement.csv': 'viewer',
  'GET /wallet/statements/:month/statement.pdf': 'viewer',
  'GET /wallet/top-ups': 'viewer',
  'GET /wallet/top-ups/:top_up_id': 'viewer',
  'GET /wallet/top-ups/:top_up_id/receipt.csv': 'viewer',
  'GET /wallet/top-ups/:top_up_id/receipt.pdf': 'viewer',
  'GET /account/policy': 'viewer',
  'GET /policy': 'viewer',
  'GET /policy/decisions': 'viewer',
  'POST /policy/simulate': 'viewer',
  'GET /keys': 'viewer',
  'GET /keys/:id/policy': 'viewer',
  'GET /key-groups': 'viewer',
  'GET /key-groups/:name/policy': 'viewer',
  'GET /managed-accounts': 'viewer',
  'GET /managed-accounts/:short_id': 'viewer',
  'GET /managed-accounts/:short_id/events': 'viewer',
  'GET /requests': 'viewer',
  'GET /requests/:request_id': 'viewer',
  'GET /events': 'viewer',
  'GET /events/:event_id': 'viewer',
  'GET /webhooks/deliveries': 'viewer',
  'GET /webhooks/endpoint': 'viewer',
  'GET /webhooks/endpoints': 'viewer',
  'GET /webhooks/endpoints/:endpoint_id': 'viewer',
  'GET /sandbox/hold': 'viewer',
  'GET /sandbox/status': 'viewer',
  'GET /approvals/:approval_id': 'viewer',
  // Buying, and what comes after it. Who approves is decided by the policy too.
  'POST /orders': 'buyer',
  'POST /orders/quote': 'buyer',
  'POST /orders/:order_id/cancel': 'buyer',
  'POST /orders/:order_id/cancellation': 'buyer',
  'POST /orders/:order_id/actions/:action_id': 'buyer',
  'POST /orders/:order_id/case': 'buyer',
  'POST /orders/:order_id/case/attachments': 'buyer',
  'POST /orders/bulk': 'buyer',
  'POST /orders/bulk/validate': 'buyer',
  'POST /returns': 'buyer',
  'POST /approvals/:approval_id': 'buyer',
  'PUT /sandbox/hold': 'buyer',
  'POST /sandbox/orders/:order_id/advance': 'buyer',
  'POST /sandbox/orders/:order_id/case/reply': 'buyer',
  'POST /sandbox/orders/:order_id/hold': 'buyer',
  'POST /sandbox/returns/:return_request_id/resolve': 'buyer',
};

/** The least role for a route, by its method and its path with parameters. */
export function leastRoleFor(method: string, path: string): Role {
  if (path.startsWith('/operator/')) return 'viewer';
  const route = `${method === 'HEAD' ? 'GET' : method} ${path}`;
  return Object.hasOwn(leastRoles, route) ? (leastRoles[route] ?? 'owner') : 'owner';
}

export const isAtLeast = (role: Role, least: Role): boolean => roles.indexOf(role) >= roles.indexOf(least);
