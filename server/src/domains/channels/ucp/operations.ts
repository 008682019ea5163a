import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { Failure, Invalid, notFound } from '../../../kit/failure.ts';
import { firstFault } from '../../../kit/first-fault.ts';
import { isUuid } from '../../../kit/ids.ts';
import type { World } from '../../../kit/world.ts';
import type { Scope } from '../../access/accounts/index.ts';
import { lookUpProduct, searchCatalogue } from './catalogue.ts';
import type { Buyer } from './checkout.ts';
import {
  type CheckoutNeeds,
  cancelCheckout,
  completeCheckout,
  createCheckout,
  feeOf,
  readCheckout,
  readOrderOf,
  type Standing,
  updateCheckout,
} from './checkouts.ts';
import { checkoutView, envelope, errorView, orderView, type Shown } from './present.ts';
import { CheckoutBody, CompleteBody, LookupBody, ProductBody, SearchBody } from './schema.ts';
import { findAgentOf, isOrderOf } from './sql.ts';

type Json = Record<string, unknown>;

export interface OperationNeeds extends CheckoutNeeds {
  shown: Shown;
}

export interface Asked {
  id: string;
  body: unknown;
}

interface Operation {
  summary: string;
  scope: Scope;
  /** The member of a tool's arguments that holds the body. */
  subject: 'catalog' | 'checkout' | null;
  hasId: boolean;
  body: TSchema | null;
  /** Whether the same Idempotency-Key gets the same answer; complete is about one session anyway, and says how that is now. */
  isOnce: boolean;
}

/** What can be looked at without being anybody. */
interface Look extends Operation {
  look(needs: OperationNeeds, world: World, asked: Asked): Promise<Json>;
}

interface Act extends Operation {
  act(needs: OperationNeeds, buyer: Buyer, asked: Asked): Promise<Json>;
}

/** A body of this shape; what is wrong with it is said field by field. */
function read<S extends TSchema>(schema: S, value: unknown): Static<S> {
  if (Value.Check(schema, value)) return value;
  const fault = firstFault(schema, value);
  const loc = ['body', ...(fault?.path.split('/').filter((part) => part !== '') ?? [])];
  throw new Invalid([{ loc, msg: fault?.words ?? 'Value is not of this shape', type: 'value_error' }]);
}

export const show = (needs: OperationNeeds, { checkout, order }: Standing): Json =>
  checkoutView({ ...needs.shown, feeCents: feeOf(needs, checkout) }, checkout, order);

const looking = { scope: 'read', subject: 'catalog', hasId: false, isOnce: false } as const;
const acting = { scope: 'order', isOnce: true } as const;

/** UCP's operations on the catalogue, the same for both bindings. */
export const looks = {
  search_catalog: {
    ...looking,
    summary: 'Search every store that is served here',
    body: SearchBody,
    look: async (needs, world, { body }) => ({
      ucp: envelope(needs.shown, 'catalog.search'),
      ...(await searchCatalogue(needs.products, world, read(SearchBody, body))),
    }),
  },
  lookup_catalog: {
    ...looking,
    summary: 'Products by their ids, which are their addresses',
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
    ...looking,
    summary: 'One product in detail, with its variants',
    body: ProductBody,
    async look(needs, world, { body }) {
      const { id } = read(ProductBody, body);
      const product = await lookUpProduct(needs.products, world, id);
      if (!product) return errorView(needs.shown, 'catalog.lookup', 'not_found', `Product not found: ${id}`);
      return { ucp: envelope(needs.shown, 'catalog.lookup'), product: product.view };
    },
  },
} as const satisfies Record<string, Look>;

/** UCP's operations on checkouts and orders, which are somebody's. */
export const acts = {
  create_checkout: {
    ...acting,
    summary: 'Open a checkout: lines, and where they go',
    subject: 'checkout',
    hasId: false,
    body: CheckoutBody,
    act: async (needs, buyer, { body }) => show(needs, await createCheckout(needs, buyer, read(CheckoutBody, body))),
  },
  get_checkout: {
    summary: 'A checkout as it stands',
    scope: 'read',
    subject: null,
    hasId: true,
    body: null,
    isOnce: false,
    act: async (needs, buyer, { id }) => show(needs, await readCheckout(needs, buyer, id)),
  },
  update_checkout: {
    ...acting,
    summary: 'Replace what a checkout holds',
    subject: 'checkout',
    hasId: true,
    body: CheckoutBody,
    act: async (needs, buyer, { id, body }) =>
      show(needs, await updateCheckout(needs, buyer, id, read(CheckoutBody, body))),
  },
  complete_checkout: {
    summary: 'Order it, paid with the wallet of your key',
    scope: 'order',
    subject: 'checkout',
    hasId: true,
    body: CompleteBody,
    isOnce: false,
    act: async (needs, buyer, { id, body }) =>
      show(needs, await completeCheckout(needs, buyer, id, read(CompleteBody, body))),
  },
  cancel_checkout: {
    ...acting,
    summary: 'Call a checkout off',
    subject: null,
    hasId: true,
    body: null,
    act: async (needs, buyer, { id }) => show(needs, await cancelCheckout(needs, buyer, id)),
  },
  get_order: {
    summary: 'An order with its parcels',
    scope: 'read',
    subject: null,
    hasId: true,
    body: null,
    isOnce: false,
    act: (needs, buyer, { id }) => showOrder(needs, buyer, id),
  },
} as const satisfies Record<string, Act>;

/** An order of the key's account, or of a checkout of the agent's; every other does not exist. */
async function showOrder(needs: OperationNeeds, buyer: Buyer, id: string): Promise<Json> {
  if (!isUuid(id)) throw notFound();
  const { db } = needs.database;
  if (buyer.kind === 'agent' && !(await isOrderOf(db, buyer, id))) throw notFound();
  const order = await readOrderOf(needs, buyer, id);
  return orderView(needs.shown, order, (await findAgentOf(db, id))?.checkoutId ?? null);
}

export const operations = { ...looks, ...acts };

export type OperationName = keyof typeof operations;

export const isLook = (name: OperationName): name is keyof typeof looks => Object.hasOwn(looks, name);

export const isOperation = (name: unknown): name is OperationName =>
  typeof name === 'string' && Object.hasOwn(operations, name);

/** What UCP calls a refusal: a status, a code and words. */
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
