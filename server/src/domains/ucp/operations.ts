import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { Failure, Invalid } from '../../kit/failure.ts';
import { isUuid } from '../../kit/ids.ts';
import type { Caller, Scope } from '../accounts/index.ts';
import { presentOrder, readOwnOrder } from '../orders/index.ts';
import { lookUpProduct, searchCatalogue } from './catalogue.ts';
import {
  type CheckoutNeeds,
  cancelCheckout,
  completeCheckout,
  createCheckout,
  readCheckout,
  type Standing,
  updateCheckout,
} from './checkouts.ts';
import { checkoutView, envelope, errorView, orderView, type Shown } from './present.ts';
import { CheckoutBody, CompleteBody, LookupBody, ProductBody, SearchBody } from './schema.ts';

type Json = Record<string, unknown>;

const nobody = '00000000-0000-0000-0000-000000000000';

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
  run(needs: OperationNeeds, caller: Caller, asked: Asked): Promise<Json>;
}

/** A body of this shape; what is wrong with it is said field by field. */
function read<S extends TSchema>(schema: S, value: unknown): Static<S> {
  if (Value.Check(schema, value)) return value;
  const [first] = Value.Errors(schema, value);
  const loc = ['body', ...(first?.instancePath.split('/').filter((part) => part !== '') ?? [])];
  throw new Invalid([{ loc, msg: first?.message ?? 'Value is not of this shape', type: 'value_error' }]);
}

const show = ({ shown }: OperationNeeds, { checkout, order }: Standing): Json => checkoutView(shown, checkout, order);

/** UCP's operations, the same for both bindings. */
export const operations = {
  search_catalog: {
    summary: 'Search every store that is served here',
    scope: 'read',
    subject: 'catalog',
    hasId: false,
    body: SearchBody,
    run: async (needs, { world }, { body }) => ({
      ucp: envelope(needs.shown, 'catalog.search'),
      ...(await searchCatalogue(needs.products, world, read(SearchBody, body))),
    }),
  },
  lookup_catalog: {
    summary: 'Products by their ids, which are their addresses',
    scope: 'read',
    subject: 'catalog',
    hasId: false,
    body: LookupBody,
    async run(needs, { world }, { body }) {
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
    summary: 'One product in detail, with its variants',
    scope: 'read',
    subject: 'catalog',
    hasId: false,
    body: ProductBody,
    async run(needs, { world }, { body }) {
      const { id } = read(ProductBody, body);
      const product = await lookUpProduct(needs.products, world, id);
      if (!product) return errorView(needs.shown, 'catalog.lookup', 'not_found', `Product not found: ${id}`);
      return { ucp: envelope(needs.shown, 'catalog.lookup'), product: product.view };
    },
  },
  create_checkout: {
    summary: 'Open a checkout: lines, and where they go',
    scope: 'order',
    subject: 'checkout',
    hasId: false,
    body: CheckoutBody,
    run: async (needs, caller, { body }) => show(needs, await createCheckout(needs, caller, read(CheckoutBody, body))),
  },
  get_checkout: {
    summary: 'A checkout as it stands',
    scope: 'read',
    subject: null,
    hasId: true,
    body: null,
    run: async (needs, caller, { id }) => show(needs, await readCheckout(needs, caller, id)),
  },
  update_checkout: {
    summary: 'Replace what a checkout holds',
    scope: 'order',
    subject: 'checkout',
    hasId: true,
    body: CheckoutBody,
    run: async (needs, caller, { id, body }) =>
      show(needs, await updateCheckout(needs, caller, id, read(CheckoutBody, body))),
  },
  complete_checkout: {
    summary: 'Order it, paid with the wallet of your key',
    scope: 'order',
    subject: 'checkout',
    hasId: true,
    body: CompleteBody,
    run: async (needs, caller, { id, body }) =>
      show(needs, await completeCheckout(needs, caller, id, read(CompleteBody, body))),
  },
  cancel_checkout: {
    summary: 'Call a checkout off',
    scope: 'order',
    subject: null,
    hasId: true,
    body: null,
    run: async (needs, caller, { id }) => show(needs, await cancelCheckout(needs, caller, id)),
  },
  get_order: {
    summary: 'An order with its parcels',
    scope: 'read',
    subject: null,
    hasId: true,
    body: null,
    run: async (needs, caller, { id }) =>
      orderView(needs.shown, presentOrder(await readOwnOrder(needs.read, caller, isUuid(id) ? id : nobody))),
  },
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof operations;

export const isOperation = (name: unknown): name is OperationName =>
  typeof name === 'string' && Object.hasOwn(operations, name);

/** What UCP calls a refusal: a status, a code and words. */
export function refusalOf(error: unknown): { status: number; code: string; content: string } | null {
  if (error instanceof Invalid) return { status: 422, code: 'invalid_request', content: error.message };
  if (!(error instanceof Failure)) return null;
  return { status: error.status, code: error.code, content: error.message };
}
