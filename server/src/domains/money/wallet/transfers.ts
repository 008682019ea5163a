import type { World } from '../../../kit/world.ts';
import type { Tables } from '../../../platform/database/index.ts';
import type { Cause, TransferKind } from './model.ts';

export interface TransferRow extends Omit<Tables['ledger_transfers'], 'world' | 'account_id'> {
  kind: TransferKind;
  cause: Cause;
}

export interface NewTransfer {
  world: World;
  accountId: string;
  kind: TransferKind;
  debit: string;
  credit: string;
  cents: number;
  cause: Cause;
  causeId: string;
  note: string | null;
  at: Date;
}
