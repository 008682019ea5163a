/**
 * An operation's place in the SDK: `orders.create` for createOrder. The reference's samples and the generated client
 * share it.
 */
export interface SdkName {
  namespace: string;
  method: string;
}

interface Described {
  path: string;
  tag: string;
  operationId: string;
}

/** Namespaces by path prefix. Other operations use their group in the API document. */
const namespacesByPath: [start: string, namespace: string, noun: RegExp][] = [
  ['/v1/', 'legacy', /^legacy/],
  ['/agent/', 'agent', /^agent/],
  ['/webhooks/endpoints', 'webhookEndpoints', /WebhookEndpoints?/],
  ['/webhooks/deliveries', 'webhookDeliveries', /WebhookDeliver(?:y|ies)/],
  ['/events', 'events', /Events?/],
  ['/requests', 'requests', /Requests?/],
  ['/approvals', 'approvals', /Approvals?/],
  ['/activity', 'activity', /Activity/],
  ['/orders/bulk', 'bulk', /BulkOrders?/],
  ['/wallet/top-ups', 'topUps', /TopUps?/],
  ['/wallet/card', 'cards', /Cards?/],
  ['/wallet/statements', 'statements', /Statements?/],
  ['/device/', 'devices', /Device/],
  ['/oauth/', 'oauth', /SignIn/],
  ['/keys/{id}/policy', 'policies', /Policy/],
  ['/key-groups', 'keyGroups', /KeyGroups?/],
];

const namespacesByTag: Record<string, [namespace: string, noun: RegExp]> = {
  'API keys': ['keys', /Keys?/],
  'Managed accounts': ['managedAccounts', /ManagedAccounts?/],
  Policies: ['policies', /Polic(?:y|ies)/],
};

/** Names that would be unclear without their noun, or would repeat it. */
const methods: Record<string, string> = {
  getAccountPolicy: 'getForAccount',
  putAccountPolicy: 'setForAccount',
  getKeyPolicy: 'getForKey',
  putKeyPolicy: 'setForKey',
  deleteKeyPolicy: 'deleteForKey',
  getWalletOfMe: 'getMine',
  deleteMe: 'delete',
  getMe: 'get',
  updateMe: 'updateMe',
  putKeyGroup: 'set',
  putKeyGroupPolicy: 'setPolicy',
  putWebhookEndpoint: 'setEndpoint',
  putMailPreferences: 'setMailPreferences',
  trackOrder: 'get',
  cancelOrders: 'cancelMany',
  searchAsOperator: 'query',
  checkSettings: 'get',
  creditWallet: 'create',
  debitWallet: 'create',
};

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
const camelCase = (text: string): string =>
  lowerFirst(
    text
      .split(/[^A-Za-z0-9]+/)
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      .join(''),
  );
/** Removes the namespace's noun: `Case` or `Cases`, `Policy` or `Policies`. */
function withoutNoun(operationId: string, namespace: string): string {
  const stem = (namespace.charAt(0).toUpperCase() + namespace.slice(1)).replace(/(?:ies|y|s)$/, '');
  const found = ['ies', 'y', 's', ''].map((end) => stem + end).find((noun) => operationId.includes(noun));
  return found === undefined ? operationId : operationId.replace(found, '');
}

export function sdkNameOf({ path, tag, operationId }: Described): SdkName {
  const place = placeOf(path, tag);
  const known = methods[operationId];
  if (known !== undefined) return { namespace: place.namespace, method: known };
  const plain = path.startsWith('/operator/') ? operationId.replace(/Any|All|Operator/, '') : operationId;
  const short = place.noun ? plain.replace(place.noun, '') : withoutNoun(plain, place.namespace);
  return { namespace: place.namespace, method: lowerFirst(short.replace(/(?:ById|To|From|In)$/, '')) };
}

function placeOf(path: string, tag: string): { namespace: string; noun: RegExp | null } {
  const byPath = namespacesByPath.find(([start]) => path.startsWith(start));
  if (byPath) return { namespace: byPath[1], noun: byPath[2] };
  const byTag = namespacesByTag[tag];
  if (byTag) return { namespace: byTag[0], noun: byTag[1] };
  return { namespace: camelCase(path.startsWith('/operator/') ? (path.split('/')[2] ?? '') : tag), noun: null };
}
