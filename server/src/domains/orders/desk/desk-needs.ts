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

export interface DeskNeeds {
  tx: Tx;
  clock: Clock;
  /** Writes the audit log in the same transaction. */
  record(action: DeskAction): Promise<void>;
}
