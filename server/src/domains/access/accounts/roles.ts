import type { App } from '../../../platform/http/index.ts';
import { errorResponses } from '../../../wire/index.ts';
import type { Guard } from './guard.ts';
import type { Role } from './model.ts';

/**
 * The least role for each route that a session can use. Unlisted routes are for owners, so new ones are closed by
 * default, and so are routes that show secrets. Operator routes depend on OPERATOR_EMAILS only.
 */
const leastRoles: Record<string, Exclude<Role, 'owner'>> = {
  // Own profile.
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
  // Reads.
  'GET /overview': 'viewer',
  'GET /search': 'viewer',
  'GET /orders': 'viewer',
  'GET /orders/export': 'viewer',
  'GET /orders/totals': 'viewer',
  'GET /orders/compare': 'viewer',
  'GET /orders/views': 'viewer',
  'POST /orders/views': 'viewer',
  'GET /orders/products': 'viewer',
  'GET /orders/test-products': 'viewer',
  'GET /orders/:order_id': 'viewer',
  'GET /orders/:order_id/timeline': 'viewer',
  'GET /orders/:order_id/cancellation': 'viewer',
  'GET /orders/:order_id/documents': 'viewer',
  'GET /orders/:order_id/documents/:document_id': 'viewer',
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
  'GET /wallets': 'viewer',
  'GET /wallet/me': 'viewer',
  'GET /wallet/transactions': 'viewer',
  'GET /wallet/statement.csv': 'viewer',
  'GET /wallet/statements': 'viewer',
  'GET /wallet/statements/:month/statement.csv': 'viewer',
  'GET /wallet/statements/:month/statement.pdf': 'viewer',
  'GET /wallet/card-setups/:setup_id': 'viewer',
  'GET /wallet/cards': 'viewer',
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
  'GET /events/stream': 'viewer',
  'GET /events/:event_id': 'viewer',
  'GET /webhooks/deliveries': 'viewer',
  'GET /webhooks/deliveries/:delivery_id': 'viewer',
  'GET /webhooks/endpoints': 'viewer',
  'GET /webhooks/endpoints/:endpoint_id/health': 'viewer',
  'GET /sandbox/hold': 'viewer',
  'GET /sandbox/status': 'viewer',
  'GET /approvals/:approval_id': 'viewer',
  // Purchases and after. Policies decide who approves.
  'POST /orders': 'buyer',
  'POST /orders/quote': 'buyer',
  'POST /orders/cancel': 'buyer',
  'DELETE /orders/views/:view_id': 'buyer',
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
  'GET /sandbox/clocks': 'viewer',
  'GET /sandbox/clocks/:clock_id': 'viewer',
  'POST /sandbox/clocks': 'buyer',
  'DELETE /sandbox/clocks/:clock_id': 'buyer',
  'POST /sandbox/clocks/:clock_id/advance': 'buyer',
  'POST /sandbox/orders/:order_id/advance': 'buyer',
  'POST /sandbox/orders/:order_id/case/reply': 'buyer',
  'POST /sandbox/orders/:order_id/hold': 'buyer',
  'POST /sandbox/returns/:return_request_id/resolve': 'buyer',
};

/** The least role for a method and a path with parameters. */
export function leastRoleFor(method: string, path: string): Role {
  if (path.startsWith('/operator/')) return 'viewer';
  const route = `${method === 'HEAD' ? 'GET' : method} ${path}`;
  return Object.hasOwn(leastRoles, route) ? (leastRoles[route] ?? 'owner') : 'owner';
}

/** Adds the least role to a route's description, so that clients can hide what a person may not do. */
export function describeRoles(app: App, guard: Guard): void {
  const withSession: unknown[] = [guard.key, guard.read, guard.manage, guard.policies, guard.orderKey, guard.person];
  app.addHook('onRoute', ({ method, url, onRequest, schema }) => {
    if (!schema || schema.hide || !withSession.includes(onRequest)) return;
    const least = leastRoleFor(String(method), url);
    if (least === 'viewer') return;
    Object.assign(schema, { 'x-least-role': least });
    schema.response = Object.assign({}, errorResponses('forbidden'), schema.response);
  });
}
