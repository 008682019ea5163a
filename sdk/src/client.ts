import { type Each, eachEntry } from './each.ts';
import { type Operations, operations } from './operations.ts';
import { createOrders, type Orders } from './orders.ts';
import { type Answer, type CallOptions, type ClientOptions, createCall, type Operation, type Values } from './send.ts';

type Name = keyof Operations;
type Input<N extends Name> = Operations[N]['input'];
type Output<N extends Name> = Operations[N]['output'];

/** Operations without any required input may be called without one. */
type Method<N extends Name, Result> =
  Record<never, never> extends Input<N>
    ? (input?: Input<N>, options?: CallOptions) => Promise<Result>
    : (input: Input<N>, options?: CallOptions) => Promise<Result>;

type Table = typeof operations;
type FileName = { [N in Name]: Table[N] extends { isFile: true } ? N : never }[Name];

export type Client = { [N in Name]: Method<N, Output<N>> } & {
  /** Every entry of a list, read page by page as you go. */
  each: Each;
  /** The same calls, with the status and the headers of the answer: an agent's first order brings its key in one. */
  withResponse: { [N in Name]: Method<N, Answer<Output<N>>> };
  /** A file as it comes, so that a large one need not fit into memory. */
  stream: { [N in FileName]: Method<N, ReadableStream<Uint8Array>> };
  /** What takes more than one call. */
  orders: Orders;
};

export function createClient(options: ClientOptions): Client {
  const call = createCall(options);
  const methods: Values = {};
  const each: Values = {};
  const withResponse: Values = {};
  const stream: Values = {};
  for (const [name, operation] of Object.entries<Operation>(operations)) {
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
  const client = { ...methods, each, withResponse, stream } as unknown as Client;
  client.orders = createOrders(client);
  return client;
}
