import type { Page } from '../../../kit/page.ts';
import type { Executor } from '../../../platform/database/index.ts';
import { listOpenCharges, type OpenCharge } from '../../channels/agent/core.ts';
import { listOpenCardPayments, listOpenTopUps } from '../../money/top-ups/index.ts';

/** How many are read to count them: an operator with more has other worries than the exact number. */
const pageMax = 1000;

/** Everything that is not final at a payment provider, of every payer. The longest waiting first. */
export async function listOpenChargeFiles(
  executor: Executor,
  now: Date,
  page: Page,
): Promise<{ charges: OpenCharge[]; total: number }> {
  const ofAgents = await listOpenCharges(executor, now, { limit: pageMax, offset: 0 });
  const all = [...ofAgents, ...(await listOpenTopUps(executor, now)), ...(await listOpenCardPayments(executor))];
  all.sort((a, b) => a.since.getTime() - b.since.getTime() || (a.id < b.id ? -1 : 1));
  return { charges: all.slice(page.offset, page.offset + page.limit), total: all.length };
}
