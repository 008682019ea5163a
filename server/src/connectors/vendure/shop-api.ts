import type { Clock } from '../../kit/clock.ts';
import { fieldsOf, jsonIn } from '../../kit/fields.ts';
import type { Call } from '../contract.ts';
import { type StoreProblem, unexpectedAnswer } from '../refuse.ts';
import type { Store } from '../store.ts';
import { blockedBy, type StoreClient, type StoreReply } from '../store-client.ts';
import { settingsOf } from './settings.ts';

export interface GraphqlError {
  message: string;
  path?: (string | number)[];
  extensions?: { code?: string };
}

/** The shop's response with its session token, or why the call failed. */
export type ShopReply =
  | { kind: 'data'; data: Record<string, unknown>; errors: GraphqlError[]; token: string | null }
  | { kind: 'failed'; problem: StoreProblem; wasSent: boolean };

export interface ShopApi {
  ask(document: string, variables: Record<string, unknown>, token: string | null, call: Call): Promise<ShopReply>;
}

interface Needs {
  client: StoreClient;
  clock: Clock;
}

/** Vendure's GraphQL Shop API. */
export function createShopApi(store: Pick<Store, 'url' | 'apiUrl' | 'settings'>, { client, clock }: Needs): ShopApi {
  const settings = settingsOf(store);
  const url = `${store.apiUrl ?? store.url}${settings.shopApiPath}`;
  const channel: Record<string, string> = settings.channelToken ? { 'vendure-token': settings.channelToken } : {};
  return {
    async ask(document, variables, token, call) {
      const session: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
      const reply = await client.send(
        {
          method: 'POST',
          url,
          headers: { accept: 'application/json', ...channel, ...session },
          json: { query: document, variables },
        },
        call,
      );
      return readReply(reply, clock.now(), token);
    },
  };
}

function readReply(reply: StoreReply, now: Date, token: string | null): ShopReply {
  const body = reply.kind === 'answered' ? jsonIn(reply.text) : undefined;
  if (reply.kind === 'answered' && isAnswer(body)) {
    const errors = (body.errors ?? []).filter((error) => typeof error?.message === 'string');
    return { kind: 'data', data: body.data ?? {}, errors, token: reply.headers['vendure-auth-token'] ?? token };
  }
  const wasSent = reply.kind === 'answered' || reply.wasSent;
  return { kind: 'failed', problem: blockedBy(reply, now) ?? unexpectedReply, wasSent };
}

const unexpectedReply = unexpectedAnswer('The response is not from a Vendure store. Nothing was bought.');

interface Answer {
  data?: Record<string, unknown> | null;
  errors?: GraphqlError[];
}

function isAnswer(body: unknown): body is Answer {
  if (typeof body !== 'object' || body === null) return false;
  const { data, errors } = fieldsOf(body);
  const hasData = typeof data === 'object' && !Array.isArray(data);
  const hasErrors = Array.isArray(errors) && errors.length > 0;
  return (hasData && (data !== null || hasErrors)) || (data === undefined && hasErrors);
}

/** The problem behind a failed reply. An internal error of the shop is an outage. */
export function problemOf({ errors: [error] }: { errors: GraphqlError[] }): StoreProblem {
  if (!error) return unexpectedReply;
  if (error.extensions?.code !== 'INTERNAL_SERVER_ERROR') {
    return unexpectedAnswer(`The store rejected the request: ${error.message}`);
  }
  return { kind: 'blocked', reason: 'retailer_unavailable', message: `The store returned an error: ${error.message}` };
}
