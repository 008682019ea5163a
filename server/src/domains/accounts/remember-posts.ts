import { createHmac } from 'node:crypto';
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { canonicalJson } from '../../kit/canonical-json.ts';
import { type Clock, minuteMs, plusMs } from '../../kit/clock.ts';
import { newId } from '../../kit/ids.ts';
import type { Db } from '../../platform/database/index.ts';
import { type App, errors } from '../../platform/http/index.ts';
import { sameKeyOtherBody, stillRunning } from './failures.ts';
import type { Guard } from './guard.ts';
import { onceFrom, replay } from './idempotency.ts';
import { sendAnswer } from './send-answer.ts';
import { claimRemembered, dropClaim, type IdempotencyScope, saveClaimed } from './store.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its answer holds a secret or means nothing later: an Idempotency-Key is ignored. */
    forgets?: boolean;
  }
  interface FastifyRequest {
    claimed: { scope: IdempotencyScope; token: string } | null;
  }
}

interface Needs {
  db: Db;
  clock: Clock;
  guard: Guard;
  /** Bodies may hold passwords and codes: what is kept of them is a hash that nobody can try out. */
  onceSecret(): Promise<Buffer>;
}

/** A process that died in the act leaves its claim; after this the request may be made again. */
const claimMs = 2 * minuteMs;

const header = 'idempotency-key';

interface Described {
  headers?: { type?: string; properties?: Record<string, unknown> };
  response?: Record<string, unknown>;
  hide?: boolean;
}

/**
 * Every POST that acts takes an Idempotency-Key. Those that create things remember it in the transaction that makes them, and say so in
 * their schema; here the others are claimed before they run, and their answer is remembered before it is sent.
 */
export function rememberPosts(app: App, needs: Needs): void {
  app.decorateRequest('claimed', null);
  app.addHook('onRoute', (route) => {
    if (!isMeant(route, needs.guard)) return;
    describe(route.schema as Described);
    route.preHandler = [...[route.preHandler ?? []].flat(), (request, reply) => claim(needs, request, reply)];
    route.onSend = [
      ...[route.onSend ?? []].flat(),
      async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
        await settle(needs, request, reply, payload);
        return payload;
      },
    ];
  });
}

function isMeant(route: RouteOptions, guard: Guard): boolean {
  const schema = route.schema as Described | undefined;
  if (route.method !== 'POST' || schema === undefined || schema.hide === true || route.config?.forgets) return false;
  if (route.url.startsWith('/v1/') || schema.headers?.properties?.[header] !== undefined) return false;
  // What only looks needs no protection from being done twice, and without a caller there is nobody to remember it for.
  return (
    [guard.key, guard.manage, guard.orderKey, guard.person, guard.operator, guard.operatorMoney] as unknown[]
  ).includes(route.onRequest);
}

function describe(schema: Described): void {
  schema.headers = {
    type: 'object',
    ...schema.headers,
    properties: {
      ...schema.headers?.properties,
      [header]: {
        type: 'string',
        description: 'Sent again with the same key, the request is answered again and not carried out.',
      },
    },
  };
  schema.response = { ...errors('already_exists', 'idempotency_in_flight'), ...schema.response };
}

async function claim(needs: Needs, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
  const { caller } = request;
  if (!caller || request.headers[header] === undefined) return undefined;
  const operation = `POST ${request.url.split('?', 1)[0]}`;
  const { key } = onceFrom({ caller, operation, header: request.headers[header], body: {} });
  if (key === null) return undefined;
  const scope = { accountId: caller.accountId, world: caller.world, operation, key };
  const hash = createHmac('sha256', await needs.onceSecret());
  const bodyHash = hash.update(canonicalJson(request.body ?? null)).digest();
  const now = needs.clock.now();
  const token = newId();
  const row = await claimRemembered(needs.db, scope, { token, bodyHash, now, staleBefore: plusMs(now, -claimMs) });
  if (row === null) {
    request.claimed = { scope, token };
    return undefined;
  }
  if (!row.body_hash.equals(bodyHash)) throw sameKeyOtherBody(row.resource, key, row.resource_id);
  if (row.status === 0) throw stillRunning();
  return sendAnswer(reply, replay({ ...scope, bodyHash }, row));
}

/** A refusal is not remembered: the client may try again with the same key. */
async function settle(needs: Needs, request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<void> {
  const { claimed } = request;
  if (!claimed) return;
  request.claimed = null;
  const isDone = reply.statusCode >= 200 && reply.statusCode < 300;
  const text = typeof payload === 'string' ? payload : '';
  if (isDone)
    await saveClaimed(needs.db, claimed.scope, { token: claimed.token, status: reply.statusCode, answer: text });
  else await dropClaim(needs.db, claimed.scope, claimed.token);
}
