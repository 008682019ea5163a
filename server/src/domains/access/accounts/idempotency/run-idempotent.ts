import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { canonicalJson } from '../../../../kit/canonical-json.ts';
import type { Clock } from '../../../../kit/clock.ts';
import { Invalid } from '../../../../kit/failure.ts';
import { fieldsOf } from '../../../../kit/fields.ts';
import type { World } from '../../../../kit/world.ts';
import { type Db, inTransaction, type Tx } from '../../../../platform/database/index.ts';
import { keyReusedWithOtherBody, requestStillRunning } from './failures.ts';
import { unpackAnswer } from './packed-answer.ts';
import { findStoredAnswer, insertStoredAnswer, type StoredAnswerRow, tryLockIdempotencyKey } from './sql.ts';

/** A request that may be repeated. `key` is null without an Idempotency-Key. */
export interface IdempotentRequest {
  accountId: string;
  world: World;
  /** Method and path, such as "POST /orders". */
  operation: string;
  key: string | null;
  bodyHash: Buffer;
}

export interface Answer {
  status: number;
  /** The body as JSON text. */
  text: string;
  isReplay: boolean;
}

export interface CreatedAnswer {
  status: number;
  text: string;
  resource: string;
  resourceId: string;
}

const printable = /^[\x20-\x7e]{1,255}$/;

interface IdempotencyInput {
  caller: { accountId: string; world: World };
  operation: string;
  header: string | string[] | undefined;
  body: unknown;
}

/** The header wins over the body's `idempotency_key`, which is not part of "the same body". */
export function idempotentRequestFrom({ caller, operation, header, body }: IdempotencyInput): IdempotentRequest {
  const { idempotency_key: bodyKey, ...rest } = fieldsOf(body);
  const key = header ?? bodyKey ?? null;
  if (key !== null && (typeof key !== 'string' || !printable.test(key))) {
    const loc = header === undefined ? ['body', 'idempotency_key'] : ['header', 'Idempotency-Key'];
    throw new Invalid([{ loc, msg: 'Value should be 1 to 255 printable ASCII characters', type: 'value_error' }]);
  }
  return {
    accountId: caller.accountId,
    world: caller.world,
    operation,
    key,
    bodyHash: createHash('sha256').update(canonicalJson(rest)).digest(),
  };
}

/** Returns the first response, or throws a conflict if the body differs. */
export function replayAnswer(once: IdempotentRequest, row: StoredAnswerRow): Answer {
  if (!row.body_hash.equals(once.bodyHash)) throw keyReusedWithOtherBody(row.resource, once.key ?? '', row.resource_id);
  return { status: row.status, text: unpackAnswer(row), isReplay: true };
}

/**
 * Runs `work` in a transaction and stores its response under the key. A refusal throws, so nothing is stored and the
 * client can retry with the same key. The lock ends with the connection, so a crash leaves nothing behind.
 */
export async function runIdempotent(
  needs: { db: Db; clock: Clock },
  once: IdempotentRequest,
  work: (tx: Tx) => Promise<CreatedAnswer>,
): Promise<Answer> {
  return inTransaction(needs.db, async (tx) => {
    const scope = once.key === null ? null : { ...once, key: once.key };
    if (scope) {
      if (!(await tryLockIdempotencyKey(tx, scope))) throw requestStillRunning();
      const row = await findStoredAnswer(tx, scope);
      if (row) return replayAnswer(once, row);
    }
    const made = await work(tx);
    if (scope) {
      const row = {
        body_hash: once.bodyHash,
        status: made.status,
        answer: made.text,
        resource: made.resource,
        resource_id: made.resourceId,
      };
      await insertStoredAnswer(tx, scope, row, needs.clock.now());
    }
    return { status: made.status, text: made.text, isReplay: false };
  });
}

/** The id of the created object, from its stored response. */
export const createdIdOf = ({ text }: Pick<Answer, 'text'>): string => String(fieldsOf(JSON.parse(text)).id);

/** Sends a stored response byte for byte. */
export function sendAnswer(reply: FastifyReply, answer: Answer): FastifyReply {
  if (answer.isReplay) reply.header('Idempotent-Replayed', 'true');
  return reply
    .code(answer.status)
    .type('application/json; charset=utf-8')
    .serializer((text: string) => text)
    .send(answer.text);
}
