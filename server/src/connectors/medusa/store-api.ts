import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Clock } from '../../kit/clock.ts';
import { fieldsOf } from '../../kit/fields.ts';
import type { Call } from '../contract.ts';
import { ProductPath } from '../product-path.ts';
import { type StoreProblem, unexpectedAnswer } from '../refuse.ts';
import type { Store } from '../store.ts';
import { jsonReply, type StoreClient, type StoreReply } from '../store-client.ts';

export const MedusaSettings = Type.Object(
  {
    publishable_key: Type.String({
      minLength: 1,
      description: "The storefront's publishable API key (pk_…): it selects the sales channel.",
    }),
    product_path: ProductPath,
  },
  { additionalProperties: false },
);

const publishableKeyOf = ({ settings }: Pick<Store, 'settings'>): string =>
  Value.Check(MedusaSettings, settings) ? settings.publishable_key : '';

/** An error response of the shop. */
interface ShopError {
  status: number;
  type: string;
  code: string | null;
  message: string;
}

export type ShopReply =
  | { kind: 'data'; data: Record<string, unknown> }
  | { kind: 'refused'; error: ShopError }
  | { kind: 'failed'; problem: StoreProblem; wasSent: boolean };

export interface StoreApi {
  ask(method: 'GET' | 'POST' | 'DELETE', path: string, call: Call, more?: RequestOptions): Promise<ShopReply>;
}

interface RequestOptions {
  body?: unknown;
  /** The customer's session. */
  token?: string | null;
}

interface Needs {
  client: StoreClient;
  clock: Clock;
}

const purchasePaths = /^\/store\/(?:carts|customers|orders|returns)/;

/** Medusa's Store API. */
export function createStoreApi(store: Pick<Store, 'url' | 'apiUrl' | 'settings'>, { client, clock }: Needs): StoreApi {
  const origin = store.apiUrl ?? store.url;
  const key = publishableKeyOf(store);
  return {
    async ask(method, path, call, { body, token } = {}) {
      const session: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
      const headers = { accept: 'application/json', 'x-publishable-api-key': key, ...session };
      const json = method === 'POST' ? { json: body ?? {} } : {};
      const isFresh = method === 'GET' && purchasePaths.test(path);
      const request = { method, url: `${origin}${path}`, headers, isFresh, ...json };
      return readReply(await client.send(request, call), clock.now());
    },
  };
}

function readReply(reply: StoreReply, now: Date): ShopReply {
  const read = jsonReply(reply, now, unexpectedReply);
  if (read.kind === 'failed') return read;
  const data = fieldsOf(read.body);
  if (read.status < 300) return { kind: 'data', data };
  const { type, code, message } = data;
  if (typeof type !== 'string' || typeof message !== 'string')
    return { kind: 'failed', problem: unexpectedReply, wasSent: true };
  const error = { status: read.status, type, code: typeof code === 'string' ? code : null, message };
  return { kind: 'refused', error };
}

export const unexpectedReply = unexpectedAnswer('The response is not from a Medusa store. Nothing was bought.');

/** The problem behind a failed reply. Only outages and rate limits are retried. */
export function problemOf(reply: ShopReply): StoreProblem {
  if (reply.kind === 'failed') return reply.problem;
  return reply.kind === 'refused'
    ? unexpectedAnswer(`The store rejected the request: ${reply.error.message}`)
    : unexpectedReply;
}
