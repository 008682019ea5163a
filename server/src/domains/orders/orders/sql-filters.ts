import { type RawBuilder, sql } from 'kysely';
import { hasPart } from '../../../platform/database/index.ts';
import type { ShipmentRow } from './rows.ts';

/** Placed on the web by a teammate whose address has this part, or with a key that they created. */
export const isPlacedBy = (accountId: string, email: string): RawBuilder<unknown> => sql`exists (
  select from account_roles r join person_profiles p on p.id = r.person_id
  where r.account_id = ${accountId} and ${hasPart(sql`lower(p.email)`, email.toLowerCase())} and (
    exists (select from key_summaries k where k.id = o.api_key_id and k.created_by = p.id)
    or exists (select from person_actions a where a.account_id = ${accountId} and a.person_id = p.id
      and a.subject_id in (o.id::text, (select b.batch_id::text from batch_orders b where b.order_id = o.id)))))`;

/** The index knows whole values, the filter their text: it is looked for as text, and as what it is in JSON (7, true) where it reads the same. */
export function hasMetadata({ key, value }: { key: string; value: string | null }): RawBuilder<unknown> {
  if (value === null)
    return sql`jsonb_path_query_array(metadata, '$.keyvalue().key') @> ${JSON.stringify([key])}::jsonb`;
  const contains = (known: unknown) => sql`metadata @> ${JSON.stringify({ [key]: known })}::jsonb`;
  const readsSame = (known: unknown) => sql`(${contains(known)} and metadata ->> ${key} = ${value})`;
  return sql`(${sql.join([contains(value), ...asJson(value).map(readsSame)], sql` or `)})`;
}

function asJson(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? [] : [value];
  } catch {
    return [];
  }
}

/** Most parcels have arrived; the others have an index. */
export const hasParcel = (status: ShipmentRow['status']): RawBuilder<unknown> =>
  status === 'delivered'
    ? sql`exists (select from shipments s where s.order_id = o.id and s.status = 'delivered')`
    : sql`id in (select s.order_id from shipments s where s.status <> 'delivered' and s.status = ${status})`;
