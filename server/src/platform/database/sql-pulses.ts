import { type RawBuilder, sql } from 'kysely';

/** SQL: how many processes have written their pulse within the last seconds. */
export const liveProcesses: RawBuilder<number> = sql`
  (select count(*)::int from pulses where beaten_at > clock_timestamp() - interval '10 seconds')`;
