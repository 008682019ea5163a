import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { Failure, Invalid, notFound } from '../../../kit/failure.ts';
import { findFirstFault } from '../../../kit/find-first-fault.ts';
import { isUuid } from '../../../kit/ids.ts';
import type { World } from '../../../kit/world.ts';
import type { Scope } from '../../access/accounts/index.ts';
import { lookUpProduct, searchCatalog } from './catalog.ts';
import type { Buyer } from './checkout.ts';
import {
  type CheckoutNeeds,
  type CheckoutState,
  cancelCheckout,
  completeCheckout,
  createCheckout,
  feeOf,
  readCheckout,
  readOrderOf,
  updateCheckout,
} from './checkouts.ts';
import { checkoutView, envelope, errorView, orderView, type ViewSettings } from './present.ts';
import { CheckoutBody, CompleteBody, LookupBody, ProductBody, SearchBody } from './schema.ts';
import { findAgentOf, isOrderOf } from './sql.ts';

type Json = Record<string, unknown>;

export interface OperationNeeds extends CheckoutNeeds {
  shown: ViewSettings;
}

export interface OperationInput {
  id: string;
  body: unknown;
}

interface Operation {
  summary: string;
  scope: Scope;
  /** The argument of a tool that holds the body. */
  subject: 'catalog' | 'checkout' | null;
  hasId: boolean;
  body: TSchema | null;
  /** Whether it supports Idempotency-Key. Completing does not need it: it returns the session's current state. */
  isOnce: boolean;
}

/** Operations that need no identity. */
interface ReadOperation extends Operation {
  look(needs: OperationNeeds, world: World, asked: OperationInput): Promise<Json>;
}

interface WriteOperation extends Operation {
  act(needs: OperationNeeds, buyer: Buyer, asked: OperationInput): Promise<Json>;
}

/** Validates a body and reports problems by field. */
function read<S extends TSchema>(schema: S, value: unknown): Static<S> {
  if (Value.Check(schema, value)) return value;
  const fault = findFirstFault(schema, value);
  const loc = ['body', ...(fault?.path.split('/').filter((part) => part !== '') ?? [])];
  throw new Invalid([{ loc, msg: fault?.words ?? 'Value does not match the schema', type: 'value_error' }]);
}

export const presentState = (needs: OperationNeeds, { checkout, order }: CheckoutState): Json =>
  checkoutView({ ...needs.shown, feeCents: feeOf(needs, checkout) }, checkout, order);

const readDefaults = { scope: 'read', subject: 'catalog', hasId: false, isOnce: false } as const;
const writeDefaults = { scope: 'order', isOnce: true } as const;

/** Catalog operations, for both bindings. */
export const readOperations = {
  search_catalog: {
    ...readDefaults,
    summary: 'Search all stores',
    body: SearchBody,
    look: async (needs, world, { body }) => ({
      ucp: envelope(needs.shown, 'catalog.search'),
      ...(await searchCatalog(needs.products, world, read(SearchBody, body))),
    }),
  },
  lookup_catalog: {
    ...readDefaults,
    summary: 'Get products by ID, which is the product URL',
    body: LookupBody,
    async look(needs, world, { body }) {
      const { ids } = read(LookupBody, body);
      const found = await Promise.all(ids.map((id) => lookUpProduct(needs.products, world, id)));
      const messages = ids
        .filter((_id, index) => found[index] === null)
        .map((id) => ({ type: 'info', code: 'not_found', content: id }));
      const products = found.flatMap((product) => (product ? [product.view] : []));
      return { ucp: envelope(needs.shown, 'catalog.lookup'), products, messages };
    },
  },
  get_product: {
    ...readDefaults,
    summary: 'Get a product with its variants',
    body: ProductBody,
    async look(needs, world, { body }) {
      const { id } = read(ProductBody, body);
      const product = await lookUpProduct(needs.products, world, id);
      if (!product) return errorView(needs.shown, 'catalog.lookup', 'not_found', `Product not found: ${id}`);
      return { ucp: envelope(needs.shown, 'catalog.lookup'), product: product.view };
    },
  },
} as const satisfies Record<string, ReadOperation>;

/** Checkout and order operations, for their buyer only. */
export const writeOperations = {
  create_checkout: {
    ...writeDefaults,
    summary: 'Create a checkout with items and a shipping address',
    subject: 'checkout',
    hasId: false,
    body: CheckoutBody,
    act: async (needs, buyer, { body }) =>
      presentState(needs, await createCheckout(needs, buyer, read(CheckoutBody, body))),
  },
  get_checkout: {
    summary: 'Get a checkout',
    scope: 'read',
    subject: null,
    hasId: true,
    body: null,
    isOnce: false,
    act: async (needs, buyer, { id }) => presentState(needs, await readCheckout(needs, buyer, id)),
  },
  update_checkout: {
    ...writeDefaults,
    summary: 'Update a checkout',
    subject: 'checkout',
    hasId: true,
    body: CheckoutBody,
    act: async (needs, buyer, { id, body }) =>
      presentState(needs, await updateCheckout(needs, buyer, id, read(CheckoutBody, body))),
  },
  complete_checkout: {
    summary: "Complete a checkout, paid from your key's wallet",
    scope: 'order',
    subject: 'checkout',
    hasId: true,
    body: CompleteBody,
    isOnce: false,
    act: async (needs, buyer, { id, body }) =>
      presentState(needs, await completeCheckout(needs, buyer, id, read(CompleteBody, body))),
  },
  cancel_checkout: {
    ...writeDefaults,
    summary: 'Cancel a checkout',
    subject: null,
    hasId: true,
    body: null,
    act: async (needs, buyer, { id }) => presentState(needs, await cancelCheckout(needs, buyer, id)),
  },
  get_order: {
    summary: 'Get an order with its packages',
    scope: 'read',
    subject: null,
    hasId: true,
    body: null,
    isOnce: false,
    act: (needs, buyer, { id }) => showOrder(needs, buyer, id),
  },
} as const satisfies Record<string, WriteOperation>;

/** An order of the key's account or of the agent's checkout; otherwise not found. */
async function showOrder(needs: OperationNeeds, buyer: Buyer, id: string): Promise<Json> {
  if (!isUuid(id)) throw notFound();
  const { db } = needs.database;
  if (buyer.kind === 'agent' && !(await isOrderOf(db, buyer, id))) throw notFound();
  const order = await readOrderOf(needs, buyer, id);
  return orderView(needs.shown, order, (await findAgentOf(db, id))?.checkoutId ?? null);
}

export const operations = { ...readOperations, ...writeOperations };

export type OperationName = keyof typeof operations;

export const isReadOperation = (name: OperationName): name is keyof typeof readOperations =>
  Object.hasOwn(readOperations, name);

export const isOperation = (name: unknown): name is OperationName =>
  typeof name === 'string' && Object.hasOwn(operations, name);

/** A refusal in UCP: status, code and message. */
export interface Refusal {
  status: number;
  code: string;
  content: string;
  headers: Record<string, string>;
}

export function refusalOf(error: unknown): Refusal | null {
  if (error instanceof Invalid) return { status: 422, code: 'invalid_request', content: error.message, headers: {} };
  if (!(error instanceof Failure)) return null;
  return { status: error.status, code: error.code, content: error.message, headers: error.headers };
}
