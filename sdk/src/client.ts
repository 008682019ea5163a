import { type Operations, type Order, operations } from '../generated/operations.ts';
import { type Each, eachEntry } from './each.ts';
import { createOrders, type Orders } from './orders.ts';
import { type Answer, type CallOptions, type ClientOptions, createCall, type Operation, type Values } from './send.ts';

type Entries = Record<string, { input: object; output: unknown }>;

/** Operations without required input can be called without arguments. */
type Method<Input, Result> =
  Record<never, never> extends Input
    ? (input?: Input, options?: CallOptions) => Promise<Result>
    : (input: Input, options?: CallOptions) => Promise<Result>;

/** The methods of a client that calls operations by their operationId. */
export type ClientOf<Known extends { [N in keyof Known]: Entries[string] }, Table> = {
  [N in keyof Known]: Method<Known[N]['input'], Known[N]['output']>;
} & {
  /** Every entry of a list, read page by page. */
  each: Each<Known, Table>;
  /** The same calls with the status and headers of the response. */
  withResponse: { [N in keyof Known]: Method<Known[N]['input'], Answer<Known[N]['output']>> };
  /** A file as a stream. */
  stream: {
    [N in keyof Known as N extends keyof Table ? (Table[N] extends { isFile: true } ? N : never) : never]: Method<
      Known[N]['input'],
      ReadableStream<Uint8Array>
    >;
  };
  orders: Orders;
};

export type Client = ClientOf<Operations, typeof operations>;

/** A client with one method for each operationId. `Errand` has the same calls in namespaces. */
export const createClient = (options: ClientOptions): Client => buildClient<Client>(options, operations);

export function buildClient<Built>(options: ClientOptions, table: Record<string, Operation>): Built {
  const call = createCall(options);
  const methods: Values = {};
  const each: Values = {};
  const withResponse: Values = {};
  const stream: Values = {};
  for (const [name, operation] of Object.entries(table)) {
    const send = (input: Values = {}, more: CallOptions = {}) => call(operation, input, more);
    withResponse[name] = send;
    methods[name] = async (input?: Values, more?: CallOptions) => (await send(input, more)).data;
    if (operation.list !== undefined) {
      each[name] = (input: Values = {}, more: CallOptions = {}) => eachEntry(call, operation, input, more);
    }
    if (operation.isFile) {
      stream[name] = async (input: Values = {}, more: CallOptions = {}) =>
        (await call(operation, input, more, 'stream')).data;
    }
  }
  const orders = createOrders(async (input, more) => (await call<Order>(operations.getOrder, { ...input }, more)).data);
  return { ...methods, each, withResponse, stream, orders } as Built;
}
