import { sql } from 'kysely';
import { assertDefined } from '../kit/assert-defined.ts';
import type { Db } from './database/index.ts';

/** Refills the bucket for the elapsed time, then draws tokens. Returns how many it gave and what is left. */
export async function drawTokens(
  db: Db,
  bucket: string,
  rate: { perSecond: number; burst: number },
  wanted: number,
  now: Date,
) {
  const first = Math.min(wanted, rate.burst);
  const refilled = sql`least(${rate.burst}::float8, b.tokens + greatest(0, extract(epoch from ${now}::timestamptz - b.updated_at)) * ${rate.perSecond}::float8)`;
  const { rows } = await sql<{ granted: number; left: number }>`
    insert into rate_buckets as b (bucket, tokens, granted, updated_at)
    values (${bucket}, ${rate.burst - first}, ${first}, ${now})
    on conflict (bucket) do update set
      granted = least(${wanted}::float8, floor(${refilled})),
      tokens = ${refilled} - least(${wanted}::float8, floor(${refilled})),
      updated_at = greatest(b.updated_at, ${now})
    returning granted, tokens as left`.execute(db);
  return assertDefined(rows[0]);
}

export async function deleteBuckets(db: Db, unusedSince: Date): Promise<void> {
  await sql`delete from rate_buckets where updated_at < ${unusedSince}`.execute(db);
}
