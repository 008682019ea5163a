import type { Guard } from './guard.ts';

const accounts = 'server/src/domains/access/accounts/';
const ownKeys = ['server/test/contract/own-keys.test.ts'];

/** Who may do what: keys, scopes, roles, operators. */
export const accessGuards: Guard[] = [
  {
    name: 'a page hears of events after its person signed out',
    file: `${accounts}guard.ts`,
    from: `if (found?.personId !== id || found.accountId !== accountId) return false;`,
    to: `if (found?.personId !== id || found.accountId !== accountId) return true;`,
    tests: ['server/test/contract/live-events.test.ts'],
  },
  {
    name: 'everyone hears what changes in all accounts',
    file: 'server/src/domains/channels/webhooks/events/stream-events.ts',
    from: `isOperator ? waiter.watchAll() : null`,
    to: `waiter.watchAll()`,
    tests: ['server/test/contract/live-events.test.ts'],
  },
  {
    name: 'an edited message looks like the event',
    file: 'server/src/domains/channels/webhooks/model.ts',
    from: `editedFrom === null ? `,
    to: `editedFrom === null || true ? `,
    tests: ['server/test/contract/webhook-health.test.ts'],
  },
  {
    name: 'the request log shows secrets of responses',
    file: 'server/src/domains/access/activity/requests/masking.ts',
    from: `if (name === '' || value === null || !isSecret(name, of)) return value;`,
    to: `if (name === '' || value === null || of === 'response' || !isSecret(name, of)) return value;`,
    tests: ['server/src/domains/access/activity/requests/masking.test.ts'],
  },
  {
    name: 'the request log shows keys that were sent in a header',
    file: 'server/src/domains/access/activity/requests/masking.ts',
    from: `[[name, cutText(maskSecretShapes(String(headers[name])), 255)]]`,
    to: `[[name, cutText(String(headers[name]), 255)]]`,
    tests: ['server/src/domains/access/activity/requests/masking.test.ts'],
  },
  {
    name: 'a key does more than its scopes say',
    file: `${accounts}guard.ts`,
    from: `if (!caller.scopes.includes(scope)) throw`,
    to: `if (!caller.scopes.includes(scope) && false) throw`,
    tests: ownKeys,
  },
  {
    name: 'looking is enough to act',
    file: `${accounts}guard.ts`,
    from: `method === 'GET' || method === 'HEAD' ? 'read' : 'order'`,
    to: `method === 'GET' || method === 'HEAD' ? 'read' : 'read'`,
    tests: ownKeys,
  },
  {
    name: 'a key that may order may manage',
    file: `${accounts}guard.ts`,
    from: `keyWith(() => 'manage')`,
    to: `keyWith(() => 'order')`,
    tests: ownKeys,
  },
  {
    name: 'a key works from any address',
    file: `${accounts}guard.ts`,
    from: `allowedAddresses === null || isAddressIn(`,
    to: `allowedAddresses === null || true || isAddressIn(`,
    tests: ownKeys,
  },
  {
    name: 'a key does not expire',
    file: `${accounts}model.ts`,
    from: `if (life.expiresAt && now >= life.expiresAt) return false;`,
    to: '',
    tests: [...ownKeys, 'server/src/domains/access/accounts/accounts.test.ts'],
  },
  {
    name: 'a revoked or frozen key lives on',
    file: `${accounts}model.ts`,
    from: `if (life.revokedAt || life.frozenAt) return false;`,
    to: '',
    tests: ownKeys,
    title: 'revokes a key at once',
  },
  {
    name: 'the key of one order opens another',
    file: `${accounts}guard.ts`,
    from: `caller.orderId !== null && caller.orderId !== orderId?.toLowerCase()`,
    to: `caller.orderId !== null && orderId === undefined`,
    tests: ['server/test/contract/keys.test.ts'],
  },
  {
    name: 'the key of one order is good for everything',
    file: `${accounts}guard.ts`,
    from: `if (caller.orderId !== null) throw keyLimitedToOrder();`,
    to: '',
    tests: ['server/test/contract/keys.test.ts'],
  },
  {
    name: 'anybody who is signed in is an operator',
    file: `${accounts}guard.ts`,
    from: `if (!personOf(request).isOperator) throw operatorRequired();`,
    to: '',
    tests: ['server/test/contract/operator.test.ts'],
    title: 'not an operator',
  },
  {
    name: 'a person acts beyond their role',
    file: `${accounts}guard.ts`,
    from: `if (!isAtLeast(role, least)) throw roleMissing(role, least);`,
    to: '',
    tests: ['server/test/contract/team.test.ts'],
    title: 'let a viewer look',
  },
  {
    name: 'a page of another site acts with the cookie',
    file: `${accounts}guard.ts`,
    from: `return isFromOwnPage(headers, publicUrl) ? world : null;`,
    to: `return world;`,
    tests: ['server/test/contract/web-session.test.ts'],
  },
];
