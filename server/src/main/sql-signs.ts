import { sql } from 'kysely';
import type { Executor } from '../platform/database/index.ts';

export async function recordSign(executor: Executor, name: string, now: Date): Promise<void> {
  await sql`
    insert into setting_signs (name, seen_at) values (${name}, ${now})
    on conflict (name) do update set seen_at = excluded.seen_at`.execute(executor);
}

export async function wasSeenSince(executor: Executor, name: string, since: Date): Promise<boolean> {
  const { rows } = await sql`select from setting_signs where name = ${name} and seen_at >= ${since}`.execute(executor);
  return rows.length > 0;
}
