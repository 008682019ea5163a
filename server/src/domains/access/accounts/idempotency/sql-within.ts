import type { Relation } from '../../../../platform/database/index.ts';

/** What `once` of the input is as JSON, or null. */
export interface StoredAnswerInput {
  operation: string;
  key: string;
  /** Hexadecimal. */
  body_hash: string;
  status: number;
  answer: string;
  /** The answer in base64 as packAnswer makes it; then `answer` is empty. */
  packed: string | null;
}

type Input = Relation<'ord' | 'account_id' | 'world' | 'id' | 'created_at' | 'once'>;

/**
 * The same rule inside a statement that accepts many requests at once: too hot for a lock and a look of its own. Makes `remembered`, the
 * stored answers by ord. Row by row, by the primary key: a join may be planned while the table is small, and then reads all of it
 * once it is large.
 */
export const findAnswerCtes = (input: Input): string => `keyed as (
    select ${input.column('ord')}, ${input.column('account_id')}, ${input.column('world')}, ${input.column('id')},
      ${input.column('created_at')}, once.*
    from ${input.name}, json_to_record(${input.column('once')})
      as once (operation text, key text, body_hash text, status int, answer text, packed text)
    where ${input.column('once')} is not null
  ),
  remembered as (
    select keyed.ord, found.body_hash, found.status, found.answer, found.packed, found.resource_id
    from keyed cross join lateral (
      select * from idempotency_keys k where (k.account_id, k.world, k.operation, k.key)
        = (keyed.account_id, keyed.world, keyed.operation, keyed.key) limit 1) found
  )`;

/** Remembers the answers of `done`, after findAnswerCtes in the same statement. */
export const storeAnswerCte = (resource: string, done: Relation<'ord'>): string => `new_keys as (
    insert into idempotency_keys (account_id, world, operation, key, body_hash, status, answer, packed, resource, resource_id,
      created_at)
    select account_id, world, operation, key, decode(body_hash, 'hex'), status, answer, decode(packed, 'base64'), '${resource}', id, created_at
    from keyed where ord in (select ord from ${done.name})
  )`;
