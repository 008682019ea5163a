import { type RawBuilder, sql } from 'kysely';

/** SQL: how many processes wrote their pulse in the last few seconds. */
export const liveProcesses: RawBuilder<number> = sql`
  (select count(*)::int from pulses where beaten_at > clock_timestamp() - interval '10 seconds')`;
