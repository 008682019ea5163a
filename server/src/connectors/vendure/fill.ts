import type { WantedLine } from '../cart-lines.ts';
import { offerTexts } from '../catalog-product.ts';
import type { PurchaseRequest, Refused } from '../contract.ts';
import { refuse, type StoreProblem } from '../refuse.ts';
import { payerOf, type Store } from '../store.ts';
import { addressInput, errorIn, orderFields, orderIn, orderOrError } from './order.ts';
import { settingsOf } from './settings.ts';
import { problemOf, type ShopReply } from './shop-api.ts';

/** One mutation of the cart. The shop runs several in one request, in order. */
interface Part {
  name: string;
  mutation: string;
  types: Record<string, string>;
  variables: Record<string, unknown>;
  refusal(message: string, error: NonNullable<ReturnType<typeof errorIn>> | null): Refused;
}

/**
 * The mutations that fill the cart, in as few requests as possible. A guest's first item starts the order, and later
 * mutations in the same request would start another one.
 */
export function fillingRounds(store: Store, request: PurchaseRequest, wanted: readonly WantedLine[]): Part[][] {
  const { billTo, contact } = payerOf(store, request);
  const items = wanted.map(itemPart);
  const { referenceField: field } = settingsOf(store);
  const rest = [
    addressPart('shipTo', request.shippingAddress),
    addressPart('billTo', billTo),
    ...(field === null ? [] : [referencePart(field, request.reference)]),
  ];
  if (request.account) return [[...items, ...rest]];
  return [items.slice(0, 1), [...items.slice(1), guestPart(billTo, contact ?? ''), ...rest]];
}

/** Stores our reference, so a restored copy can find the order. */
function referencePart(field: string, reference: string): Part {
  return {
    name: 'reference',
    mutation: `setOrderCustomFields(input: { customFields: { ${field}: $reference } }) ${orderOrError}`,
    types: { reference: 'String!' },
    variables: { reference },
    refusal: (message) =>
      refuse('checkout_failed', `The store rejected our reference in the custom field "${field}": ${message}`),
  };
}

function itemPart({ lineId, variantId, quantity }: WantedLine, index: number): Part {
  const name = `i${index}`;
  return {
    name,
    mutation: `addItemToOrder(productVariantId: $v${index}, quantity: $q${index}) {
      __typename ...OrderFields ... on ErrorResult { errorCode message } ... on InsufficientStockError { quantityAvailable }
    }`,
    types: { [`v${index}`]: 'ID!', [`q${index}`]: 'Int!' },
    variables: { [`v${index}`]: variantId, [`q${index}`]: quantity },
    refusal: (message, error) => ({
      ...(error
        ? refuseItem(error, lineId)
        : refuse('product_unavailable', `The store does not sell this: ${message}`)),
      lineIds: [lineId],
    }),
  };
}

function guestPart(billTo: PurchaseRequest['shippingAddress'], emailAddress: string): Part {
  const { firstName, lastName, phoneNumber } = billTo;
  return {
    name: 'guest',
    mutation: `setCustomerForOrder(input: $guest) ${orderOrError}`,
    types: { guest: 'CreateCustomerInput!' },
    variables: { guest: { firstName, lastName, emailAddress, ...(phoneNumber ? { phoneNumber } : {}) } },
    refusal: (message) =>
      refuse('login_failed', `The store does not accept guest orders with this email address: ${message}`),
  };
}

function addressPart(name: 'shipTo' | 'billTo', address: PurchaseRequest['shippingAddress']): Part {
  const verb = name === 'shipTo' ? 'setOrderShippingAddress' : 'setOrderBillingAddress';
  return {
    name,
    mutation: `${verb}(input: $${name}) ${orderOrError}`,
    types: { [name]: 'CreateAddressInput!' },
    variables: { [name]: addressInput(address) },
    refusal: (message) =>
      refuse('shipping_address_invalid', `The store rejected this address: ${message}`, {
        detail: 'shipping_address_refused',
      }),
  };
}

export function fillRequest(parts: readonly Part[]): [document: string, variables: Record<string, unknown>] {
  const types = parts.flatMap((part) => Object.entries(part.types).map(([name, type]) => `$${name}: ${type}`));
  const mutations = parts.map(({ name, mutation }) => `${name}: ${mutation}`);
  const variables = Object.fromEntries(parts.flatMap((part) => Object.entries(part.variables)));
  return [`mutation Fill(${types.join(', ')}) {\n${mutations.join('\n')}\n}\n${orderFields}`, variables];
}

/** Why the cart wasn't filled. Null if it was. */
export function refuseFilling(reply: ShopReply, parts: readonly Part[]): StoreProblem | null {
  if (reply.kind === 'failed') return reply.problem;
  const [error] = reply.errors;
  if (error) {
    const part = parts.find(({ name }) => name === error.path?.[0]);
    const isOurs = error.extensions?.code === 'USER_INPUT_ERROR';
    return part && isOurs ? part.refusal(error.message, null) : problemOf(reply);
  }
  for (const part of parts) {
    const fault = errorIn(reply.data[part.name]);
    if (fault) return part.refusal(fault.message, fault);
  }
  const codes = new Set(parts.map(({ name }) => orderIn(reply.data[name])?.code));
  return codes.size === 1 && !codes.has(undefined) ? null : problemOf(reply);
}

function refuseItem(
  { errorCode, message, quantityAvailable = 0 }: NonNullable<ReturnType<typeof errorIn>>,
  lineId: string,
): Refused {
  switch (errorCode) {
    case 'INSUFFICIENT_STOCK_ERROR':
      // The shop added what is in stock.
      return quantityAvailable > 0
        ? refuse('product_quantity_unavailable', `Only ${quantityAvailable} are in stock.`, {
            detail: 'invalid_quantity',
            limits: [{ lineId, quantity: quantityAvailable }],
          })
        : refuse('product_out_of_stock', offerTexts.product_out_of_stock);
    case 'ORDER_LIMIT_ERROR':
      return refuse('quantity_limit_exceeded', message, { detail: 'max_quantity_exceeded' });
    default:
      return refuse('checkout_failed', `The store could not add this to the cart: ${message}`);
  }
}
