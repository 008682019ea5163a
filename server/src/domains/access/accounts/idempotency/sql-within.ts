/**
 * The same rule inside a statement that accepts many requests at once: too hot for a lock and a look of its own. `input` has ord,
 * account_id, world, id, created_at and `once` (RememberedInput as JSON, or null); what is remembered comes back by ord.
 */
export interface RememberedInput {
  operation: string;
  key: string;
  /** Hexadecimal. */
  body_hash: string;
  status: number;
  /** The answer in base64, as packAnswer makes it. */
  packed: string;
}

// Row by row, by the primary key: a join may be planned while the table is small, and then reads all of it once it is large.
export const rememberedCtes = `keyed as (
    select input.ord, input.account_id, input.world, input.id, input.created_at, once.*
    from input, json_to_record(input.once) as once (operation text, key text, body_hash text, status int, packed text)
    where input.once is not null
  ),
  remembered as (
    select keyed.ord, found.body_hash, found.status, found.answer, found.packed, found.resource_id
    from keyed cross join lateral (
      select * from idempotency_keys k where (k.account_id, k.world, k.operation, k.key)
        = (keyed.account_id, keyed.world, keyed.operation, keyed.key) limit 1) found
  )`;

/** Remembers the answers of those that the CTE `from` lists by ord. */
export const rememberCte = (resource: string, from: string): string => `new_keys as (
    insert into idempotency_keys (account_id, world, operation, key, body_hash, status, answer, packed, resource, resource_id,
      created_at)
    select account_id, world, operation, key, decode(body_hash, 'hex'), status, '', decode(packed, 'base64'), '${resource}', id, created_at
    from keyed where ord in (select ord from ${from})
  )`;
