import type { Relation } from '../../../../platform/database/index.ts';

/** `once` of the input as JSON, or null. */
export interface StoredAnswerInput {
  operation: string;
  key: string;
  /** Hexadecimal. */
  body_hash: string;
  status: number;
  answer: string;
  /** The response as packAnswer writes it, in base64; `answer` is then empty. */
  packed: string | null;
}

type Input = Relation<'ord' | 'account_id' | 'world' | 'id' | 'created_at' | 'once'>;

/**
 * The same rule inside a statement that accepts many requests: a separate lock and lookup would be too slow. Defines
 * `remembered`, the stored responses by ord. Each row is looked up by primary key: a join planned for a small table
 * would scan it once it is large.
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

/** Stores the responses of `done`, after findAnswerCtes in the same statement. */
export const storeAnswerCte = (resource: string, done: Relation<'ord'>): string => `new_keys as (
    insert into idempotency_keys (account_id, world, operation, key, body_hash, status, answer, packed, resource, resource_id,
      created_at)
    select account_id, world, operation, key, decode(body_hash, 'hex'), status, answer, decode(packed, 'base64'), '${resource}', id, created_at
    from keyed where ord in (select ord from ${done.name})
  )`;
