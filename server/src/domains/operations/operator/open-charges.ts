import type { Page } from '../../../kit/page.ts';
import type { Executor } from '../../../platform/database/index.ts';
import { listOpenCharges, type OpenCharge } from '../../channels/agent/core.ts';
import { listOpenCardPayments } from '../../money/cards/index.ts';
import { listOpenTopUps } from '../../money/top-ups/index.ts';

/** The total is exact up to this number. */
const pageMax = 1000;

/** Charges and refunds that are not final at a payment provider, longest waiting first. */
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
