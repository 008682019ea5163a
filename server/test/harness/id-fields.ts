import type { Contract, Operation } from './conforms.ts';

/** What an id field of a query or a body refers to, where its name does not say it: anywhere, or at one operation. */
const kindOfField: Record<string, string> = {
  retailer_credentials_id: 'short_id',
  account: 'short_id',
  payment_method: 'card_id',
  test_clock: 'clock_id',
  key_ids: 'key_id',
  order_ids: 'order_id',
  item_id: 'order_item_id',
  item_ids: 'order_item_id',
  merchant_order_ids: 'merchant_order_id',
  subject_id: 'order_id',
  return_id: 'return_request_id',
  created_by: 'person_id',
  approvers: 'email',
  user_email: 'email',
  after: 'order_id',
  cursor: 'order_id',
  search: 'order_id',
  'GET /events after': 'event_id',
  'GET /orders/bulk after': 'batch_id',
  'GET /returns after': 'return_request_id',
  'GET /webhooks/deliveries after': 'delivery_id',
  'GET /managed-accounts search': 'short_id',
  'GET /returns search': 'return_request_id',
  'list_returns cursor': 'return_request_id',
  'list_returns search': 'return_request_id',
};

const idName =
  /(?:_ids?|^ids?|_clock|^payment_method|^after|^cursor|^search|^created_by|^approvers|^user_email|^account)$/;

/** Fields named like ids that refer to nothing of an account: anywhere, or at one operation. */
const notIds: Record<string, string> = {
  tax_id: 'a tax number',
  product_id: "a store's product",
  merchant_id: "a store's seller",
  strict_expired_product_id: 'a flag',
  'GET /requests after': 'a time',
  'GET /requests search': "the caller's own requests, also those that named an id",
  'GET /wallet/transactions after': 'a position in the ledger',
  'POST /v1/orders payment_method': 'card details',
  'POST /v1/orders/{request_id}/retry payment_method': 'card details',
  'search_products cursor': 'a position',
  'list_test_products cursor': 'a position',
};

/** The kind of an id field at an operation or tool; null if it is no id of ours. */
export function kindOfIdField(operation: string, field: string): string | null {
  const at = `${operation} ${field}`;
  if (!idName.test(field) || field in notIds || at in notIds) return null;
  return kindOfField[at] ?? kindOfField[field] ?? field;
}

/** All field names of a schema, at any depth. */
// biome-ignore lint/suspicious/noExplicitAny: tests walk the document as it comes.
export function fieldNamesOf(schema: any, schemas: Record<string, unknown> = {}): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { $ref, example: _, examples: __, ...rest } = schema;
  const referred = $ref ? fieldNamesOf(schemas[$ref.split('/').pop()], schemas) : [];
  return [
    ...Object.keys(rest.properties ?? {}),
    ...referred,
    ...Object.values(rest).flatMap((inner) => fieldNamesOf(inner, schemas)),
  ];
}

export interface IdField {
  in: 'query' | 'body';
  field: string;
  kind: string;
}

/** Bulk rows have a column for each field, so the schema does not name them. */
const rowColumns = ['retailer_credentials_id', 'account', 'payment_method'];

export const nameOf = ({ method, path }: Pick<Operation, 'method' | 'path'>): string => `${method} ${path}`;

/** The fields of an operation that take ids of ours. */
export function idFieldsOf(contract: Contract, operation: Operation): IdField[] {
  const { document } = operation;
  const parameters: { in: string; name: string }[] = document.parameters ?? [];
  const query = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  const named = fieldNamesOf(
    document.requestBody?.content['application/json']?.schema,
    contract.document.components.schemas,
  );
  const body = named.includes('rows') ? [...named, ...rowColumns] : named;
  const fieldsIn = (place: IdField['in'], names: string[]): IdField[] =>
    [...new Set(names)].flatMap((field) => {
      const kind = kindOfIdField(nameOf(operation), field);
      return kind === null ? [] : [{ in: place, field, kind }];
    });
  return [...fieldsIn('query', query), ...fieldsIn('body', body)];
}

const isList = (field: string): boolean => field.endsWith('_ids') || field === 'approvers';

/** The body with this id: where the body has the field, or at the top. */
export function bodyWithId(body: object, field: string, id: string): object {
  if (field === 'payment_method' && !('rows' in body)) return { ...body, payment: { mode: 'card', [field]: id } };
  const value = isList(field) ? [id] : id;
  let isSet = false;
  const replaced = JSON.parse(JSON.stringify(body), (name, inner) => {
    if (name !== field) return inner;
    isSet = true;
    return value;
  });
  if (isSet) return replaced;
  if (rowColumns.includes(field) && 'rows' in replaced) {
    const payment = field === 'payment_method' ? { payment_mode: 'card' } : {};
    return { ...replaced, rows: replaced.rows.map((row: object) => ({ ...row, ...payment, [field]: id })) };
  }
  return { ...replaced, [field]: value };
}

/** Why these operations take no id, by reason. A new operation without an id has to be listed. */
export const takesNoId: Record<string, readonly string[]> = {
  'It is the same for everyone.': [
    'GET /health',
    'GET /me/sign-in-hint',
    'GET /orders/bulk/template.csv',
    'GET /orders/test-products',
    'GET /retailers',
    'GET /retailers/check',
    'GET /stats/lifetime',
    'GET /status.json',
  ],
  "It looks up a store's products, which no account owns.": [
    'GET /agent/products/search',
    'GET /products/search',
    'GET /products/{product_id}',
    'GET /products/{product_id}/offers',
    'GET /search',
    'GET /v1/products/{product_id}',
    'GET /v1/products/{product_id}/offers',
    'GET /v1/search',
    'POST /agent/products/details',
    'POST /agent/products/offers',
    'POST /agent/products/search',
    'POST /agent/search',
  ],
  "It is about the caller's own account, and takes no filter by id.": [
    'DELETE /me',
    'DELETE /webhooks/endpoint',
    'GET /account/policy',
    'GET /key-groups',
    'GET /me',
    'GET /me/mails',
    'GET /orders/compare',
    'GET /orders/views',
    'GET /overview',
    'GET /policy',
    'GET /policy/decisions',
    'GET /sandbox/clocks',
    'GET /sandbox/hold',
    'GET /sandbox/status',
    'GET /team',
    'GET /usage',
    'GET /v1/orders',
    'GET /wallet',
    'GET /wallet/cards',
    'GET /wallet/me',
    'GET /wallet/statements',
    'GET /wallet/statements/{month}/statement.csv',
    'GET /wallet/statements/{month}/statement.pdf',
    'GET /wallet/top-ups',
    'GET /wallet/transactions',
    'GET /wallets',
    'GET /webhooks/endpoint',
    'GET /webhooks/endpoints',
    'GET /webhooks/secret',
    'PATCH /me',
    'POST /me/sign-out-everywhere',
    'POST /team/leave',
    'POST /webhooks/secret',
    'PUT /me/mails',
    'PUT /sandbox/hold',
    'PUT /webhooks/endpoint',
  ],
  'It creates something from values alone.': [
    'POST /device/code',
    'POST /keys',
    'POST /orders/views',
    'POST /sandbox/clocks',
    'POST /sandbox/keys',
    'POST /team/invitations',
    'POST /v1/orders',
    'POST /wallet/cards',
    'POST /wallet/top-ups',
    'POST /wallets',
    'POST /webhooks/endpoints',
  ],
  'Each account gives this name to a group of its own.': [
    'DELETE /key-groups/{name}/policy',
    'GET /key-groups/{name}/policy',
  ],
  'It takes a secret that works once: isolation-secrets.test.ts.': [
    'GET /invitations/{token}',
    'GET /sandbox/claim/{token}',
    'POST /device/approve',
    'POST /device/token',
    'POST /invitations/{token}',
    'POST /sandbox/claim',
  ],
  'Only the user who was sent to the store can finish: ucp-store.test.ts.': ['POST /managed-accounts/links'],
  'It takes a secret that the caller shows to people or programs.': [
    'GET /device/codes/{user_code}',
    'GET /labels/{label_id}.pdf',
    'GET /oauth/requests/{request_id}',
    'GET /payments/{payment_id}',
    'GET /track/{order_id}',
    'POST /oauth/requests/{request_id}',
    'POST /payments/{payment_id}/checkout-session',
  ],
  'Only the payment provider can sign it.': ['POST /stripe/events'],
};
