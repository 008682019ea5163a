import { type Static, Type } from 'typebox';
import type { ReturnOptions, Address as StoreAddress } from '../connectors/contract.ts';
import type { Registry } from '../connectors/registry.ts';
import { type NewReturn, returnReasonFor, returnReasons } from '../domains/delivery/returns/index.ts';
import type { FullOrder } from '../domains/orders/orders/index.ts';
import { Failure, Invalid, type Problem } from '../kit/failure.ts';
import { fieldsOf, listOf } from '../kit/fields.ts';
import { described } from '../platform/http/index.ts';
import { legacyRefusal, problemAt } from './failures.ts';
import { isUrl } from './product-url.ts';
import { Address, maybe, webhooksFor } from './schema.ts';
import { withoutSecrets } from './secrets.ts';

export const returnEvents = ['request_succeeded', 'request_failed'] as const;

export const LegacyReturnBody = Type.Object({
  products: Type.Array(
    Type.Object({
      product_id: Type.String({ minLength: 1, maxLength: 2048, description: 'A product in the order.' }),
      quantity: Type.Integer({ description: 'Number of units to return.', minimum: 1, maximum: 10_000 }),
    }),
    { description: 'What to return.', minItems: 1, maxItems: 100 },
  ),
  reason_code: Type.String({ maxLength: 200, description: 'Return reason, exactly as the retailer spells it.' }),
  method_code: maybe(
    Type.String({
      maxLength: 200,
      description: 'How to send it back, as a retailer code. Drop-off by default, if the retailer offers it.',
    }),
  ),
  explanation: maybe(
    Type.String({ maxLength: 2000, description: 'Explanation for the retailer or seller. Some reasons require one.' }),
  ),
  cancel_pending: maybe(Type.Boolean({ description: 'Cancel pending returns for this order first.' })),
  return_address: maybe(described(Address, "Where to send the items. The retailer's address by default.")),
  webhooks: webhooksFor(returnEvents),
  idempotency_key: maybe(
    Type.String({
      description: 'A unique value for this return. A request with the same value never creates a second return.',
      maxLength: 255,
    }),
  ),
});
export type LegacyReturnBody = Static<typeof LegacyReturnBody>;

/** Operators accept returns by drop-off for every retailer. */
const dropOffCode = 'dropoff';

/** Converts a `/v1` return request. Codes must be ones the retailer accepts. */
export function readReturn(registry: Registry, order: FullOrder, body: LegacyReturnBody): NewReturn {
  // Orders bought by hand are returned by hand, for any reason.
  const connector = order.bought_by_desk ? undefined : registry.forOrder(order)?.connector;
  // For a retailer without codes, the operator decides, so ours apply.
  const options: ReturnOptions = connector?.returnOptions?.(order.retailer) ?? {
    reasonCodes: returnReasons,
    methodCodes: [dropOffCode],
    dropOffCode,
  };
  const method = body.method_code ?? options.dropOffCode ?? null;
  const problems: Problem[] = [];
  if (!options.reasonCodes.includes(body.reason_code)) problems.push(unknownCode('reason_code', options.reasonCodes));
  if (method !== null && !options.methodCodes.includes(method)) {
    problems.push(unknownCode('method_code', options.methodCodes));
  }
  if (problems.length > 0) throw new Invalid(problems);
  const explanation = body.explanation?.trim() || null;
  if (explanation === null && options.reasonsToExplain?.includes(body.reason_code)) {
    throw legacyRefusal('additional_information_required', `The reason "${body.reason_code}" needs an explanation.`, {
      field: 'explanation',
    });
  }
  return {
    orderId: order.id,
    items: summed(
      body.products.map((product) => ({ ...product, product_id: productIn(registry, order, product.product_id) })),
    ),
    reason: returnReasonFor(body.reason_code),
    notes: explanation,
    codes: { reason: body.reason_code, method },
    explanation,
    returnAddress: body.return_address ? readAddress(body.return_address) : null,
    clientRequest: withoutSecrets(body),
    cancelPending: body.cancel_pending ?? false,
  };
}

const unknownCode = (field: string, known: readonly string[]): Problem =>
  problemAt([field], known.length === 0 ? 'The retailer takes none' : `Input should be one of ${known.join(', ')}`);

/** The order's product that a client names: by id, by URL, or as ordered. */
function productIn(registry: Registry, order: FullOrder, given: string): string {
  const sent = listOf(order.legacy_request?.products).map((product) => fieldsOf(product).product_id);
  const located = isUrl(given) ? registry.forUrl(order.world, given)?.ref.productId : undefined;
  const meant = order.items.find(
    (item, place) => [item.product_id, item.url, sent[place]].includes(given) || item.product_id === located,
  );
  return meant?.product_id ?? given;
}

/** Adds up the quantities of a product that is listed twice. */
function summed(products: LegacyReturnBody['products']): { product_id: string; quantity: number }[] {
  const quantities = new Map<string, number>();
  for (const { product_id: id, quantity } of products) quantities.set(id, (quantities.get(id) ?? 0) + quantity);
  return [...quantities].map(([product_id, quantity]) => ({ product_id, quantity }));
}

function readAddress(address: NonNullable<LegacyReturnBody['return_address']>): StoreAddress {
  return {
    firstName: address.first_name,
    lastName: address.last_name,
    addressLine1: address.address_line1,
    addressLine2: address.address_line2 || null,
    city: address.city,
    state: address.state || null,
    postalCode: address.zip_code,
    country: address.country?.toUpperCase() ?? 'US',
    phoneNumber: address.phone_number || null,
  };
}

interface ObjectedItem {
  order_item_id: string;
}

const isObjected = (value: unknown): value is ObjectedItem =>
  typeof value === 'object' && value !== null && 'order_item_id' in value && typeof value.order_item_id === 'string';

/** Reports a refused return by product id: `/v1` clients never see item ids. */
export function toProductIds(error: unknown, order: FullOrder, asked: readonly { product_id: string }[]): unknown {
  if (!(error instanceof Failure) || !Array.isArray(error.details.items)) return error;
  const nameOf = (id: string): string =>
    order.items.find((item) => item.id === id)?.product_id ??
    asked.find(({ product_id: productId }) => productId.toLowerCase() === id)?.product_id ??
    id;
  let { message } = error;
  const items = error.details.items.filter(isObjected).map(({ order_item_id: id, ...objection }) => {
    message = message.replaceAll(id, nameOf(id));
    return { product_id: nameOf(id), ...objection };
  });
  return new Failure(error.code, error.status, message, { details: { ...error.details, items } });
}
