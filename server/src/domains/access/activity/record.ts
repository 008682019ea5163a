import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../../kit/clock.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { App } from '../../../platform/http/index.ts';
import { detailsOf, isRecordedAction, subjectOf } from './model.ts';
import { deleteActivity, insertActivity, markActivityDone } from './sql.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The entry of this request, until its outcome is known. */
    deedId: number | null;
  }
}

interface Needs {
  db: Db;
  clock: Clock;
}

/**
 * Records an action before it runs, so that none is missing. A refused one is removed; one without a known outcome
 * stays as unknown.
 */
export function recordActivity(app: App, { db, clock }: Needs): void {
  app.decorateRequest('deedId', null);
  app.addHook('preHandler', async (request) => {
    const { person, caller } = request;
    if (!person || !caller) return;
    const { url = '', schema } = request.routeOptions;
    const operationId = schema && 'operationId' in schema ? schema.operationId : undefined;
    if (!isRecordedAction(request.method, url, operationId)) return;
    const { accountId, world, id: personId, email } = person;
    const subjectId = subjectOf(request.params, null);
    const details = detailsOf(operationId, request.body);
    const deed = { accountId, world, personId, person: email, action: operationId, subjectId, details };
    request.deedId = await insertActivity(db, deed, clock.now());
  });
  app.addHook('onSend', async (request, reply, payload) => {
    // The action is over: without a recorded outcome, it stays as unknown, and the client still gets its response.
    await recordOutcome(db, request, reply, payload).catch((err: unknown) =>
      request.log.warn({ err }, 'could not record the outcome of an action'),
    );
    return payload;
  });
}

async function recordOutcome(db: Db, request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<void> {
  const { deedId } = request;
  if (deedId === null) return;
  request.deedId = null;
  // After an internal error, the outcome is unknown.
  if (reply.statusCode >= 500) return;
  const isRepeat = reply.getHeader('idempotent-replayed') === 'true';
  if (reply.statusCode >= 400 || isRepeat) return deleteActivity(db, deedId);
  await markActivityDone(db, deedId, subjectOf(null, parsePayload(payload)));
}

function parsePayload(payload: unknown): unknown {
  if (typeof payload !== 'string' || !payload.startsWith('{')) return null;
  return JSON.parse(payload);
}
