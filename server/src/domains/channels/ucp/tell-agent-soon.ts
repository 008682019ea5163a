import type { Executor } from '../../../platform/database/index.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import { findAgentOf } from './sql.ts';

export interface Telling {
  orderId: string;
  /** What came true: the same for every try. */
  event: string;
}

export const tellKind = 'ucp.tell';

/** Plans to tell the agent that an order came from, if one did. Asking twice for one event tells it once. */
export async function tellAgentSoon(executor: Executor, telling: Telling): Promise<void> {
  if (!(await findAgentOf(executor, telling.orderId))) return;
  await enqueue(executor, { kind: tellKind, payload: telling, dedupeKey: `${telling.orderId} ${telling.event}` });
}
