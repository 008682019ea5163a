import type { Clock } from '../../../kit/clock.ts';
import type { Tx } from '../../../platform/database/index.ts';

export interface DeskAction {
  operator: string;
  name: string;
  orderId: string;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
  note?: string | null;
}

/** What every verb of the desk needs: its transaction, the time, and the audit log. */
export interface DeskNeeds {
  tx: Tx;
  clock: Clock;
  /** Writes what the operator did, in the same transaction. */
  record(action: DeskAction): Promise<void>;
}
