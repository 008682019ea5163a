import { type Clock, hourMs, plusMs } from '../../../../kit/clock.ts';
import type { Executor } from '../../../../platform/database/index.ts';
import type { EndpointRow } from '../sql-endpoints.ts';
import { type AttemptCounts, listAttemptSteps } from '../sql-health.ts';
import { presentAttempts } from './compose-event.ts';
import type { healthPeriods } from './schema.ts';

/** Length of a step in hours, and number of steps. */
const stepsOf = {
  day: { stepHours: 1, count: 24 },
  week: { stepHours: 6, count: 28 },
  month: { stepHours: 24, count: 30 },
} as const;

/** Outcomes of delivery attempts to an endpoint in a period. The last step ends with the current hour. */
export async function readHealth(
  { db, clock }: { db: Executor; clock: Clock },
  endpoint: EndpointRow,
  period: (typeof healthPeriods)[number],
) {
  const { stepHours, count } = stepsOf[period];
  const to = new Date(Math.floor(clock.now().getTime() / hourMs + 1) * hourMs);
  const from = plusMs(to, -stepHours * count * hourMs);
  const steps = await listAttemptSteps(db, endpoint.id, { from, to, stepHours });
  return {
    endpoint_id: endpoint.id,
    failing_since: endpoint.failing_since?.toISOString() ?? null,
    ...presentAttempts(sumOf(steps)),
    steps: steps.map(({ at, ...counts }) => ({ at: at.toISOString(), ...presentAttempts(counts) })),
  };
}

function sumOf(steps: readonly AttemptCounts[]): AttemptCounts {
  const attempts = steps.reduce((sum, step) => sum + step.attempts, 0);
  const totalMs = steps.reduce((sum, step) => sum + step.attempts * (step.average_ms ?? 0), 0);
  return {
    attempts,
    succeeded: steps.reduce((sum, step) => sum + step.succeeded, 0),
    average_ms: attempts === 0 ? null : Math.round(totalMs / attempts),
    max_ms: attempts === 0 ? null : Math.max(...steps.map((step) => step.max_ms ?? 0)),
  };
}
