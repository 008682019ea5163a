import { createHmac } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest, FastifySchema, RouteOptions } from 'fastify';
import { assertDefined } from '../../../../kit/assert-defined.ts';
import { canonicalJson } from '../../../../kit/canonical-json.ts';
import type { Clock } from '../../../../kit/clock.ts';
import { fieldsOf, textOf } from '../../../../kit/fields.ts';
import type { Db } from '../../../../platform/database/index.ts';
import type { App } from '../../../../platform/http/index.ts';
import { errorResponses, everyIdempotentRoute } from '../../../../wire/index.ts';
import { type Claim, claimOnce, settleClaim } from './claim.ts';
import { idempotentRequestFrom, sendAnswer } from './run-idempotent.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Ignores the Idempotency-Key: the response has a secret, or is useless later. */
    forgets?: boolean;
  }
  interface FastifyRequest {
    claimed: Claim | null;
  }
}

interface Needs {
  db: Db;
  clock: Clock;
  /** The checks of routes that act for an account. */
  guards: readonly unknown[];
  /** Bodies may contain passwords and codes, so only a keyed hash is stored. */
  onceSecret(): Promise<Buffer>;
}

const header = 'idempotency-key';

/**
 * Every POST takes an Idempotency-Key. Routes that create things store it in their own transaction and declare it in
 * their schema. All others are claimed here before they run, and their response is stored before it is sent.
 */
export function installIdempotency(app: App, needs: Needs): void {
  app.decorateRequest('claimed', null);
  app.addHook('onRoute', (route) => {
    if (!isIdempotentPost(route, needs.guards)) return;
    describeHeader(assertDefined(route.schema));
    route.preHandler = [...[route.preHandler ?? []].flat(), (request, reply) => claimKey(needs, request, reply)];
    route.onSend = [
      ...[route.onSend ?? []].flat(),
      async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
        await finishRequest(needs, request, reply, payload);
        return payload;
      },
    ];
  });
}

function isIdempotentPost(route: RouteOptions, doors: readonly unknown[]): boolean {
  const { schema } = route;
  if (route.method !== 'POST' || schema === undefined || schema.hide === true || route.config?.forgets) return false;
  const { properties } = fieldsOf(schema.headers);
  if (route.url.startsWith('/v1/') || fieldsOf(properties)[header] !== undefined) return false;
  // Reads need no protection, and without a caller there is no account to store it for.
  return doors.includes(route.onRequest);
}

function describeHeader(schema: FastifySchema): void {
  const headers = fieldsOf(schema.headers);
  schema.headers = {
    type: 'object',
    ...headers,
    properties: {
      ...fieldsOf(headers.properties),
      [header]: {
        type: 'string',
        maxLength: 255,
        description:
          'A unique value for this request. A retry with the same value returns the first response and changes nothing.',
      },
    },
  };
  schema.response = { ...errorResponses(...everyIdempotentRoute), ...fieldsOf(schema.response) };
}

async function claimKey(needs: Needs, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
  const { caller } = request;
  if (!caller || request.headers[header] === undefined) return undefined;
  const operation = `POST ${request.url.split('?', 1)[0]}`;
  const { key } = idempotentRequestFrom({ caller, operation, header: request.headers[header], body: {} });
  if (key === null) return undefined;
  const scope = { accountId: caller.accountId, world: caller.world, operation, key };
  const hash = createHmac('sha256', await needs.onceSecret());
  const bodyHash = hash.update(canonicalJson(request.body ?? null)).digest();
  const claimed = await claimOnce(needs, scope, bodyHash);
  if ('text' in claimed) return sendAnswer(reply, claimed);
  request.claimed = claimed;
  return undefined;
}

async function finishRequest(
  needs: Needs,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<void> {
  const { claimed } = request;
  if (!claimed) return;
  request.claimed = null;
  // Streamed responses are reads, which may run again.
  const answer = payload instanceof Readable ? null : (textOf(payload) ?? '');
  await settleClaim(needs.db, claimed, reply.statusCode, answer).catch((err: unknown) => {
    if (reply.statusCode < 400) throw err;
    // The claim expires by itself. The client still gets its own refusal.
    request.log.warn({ err }, 'could not release the idempotency key of a rejected request');
  });
}
