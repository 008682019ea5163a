import type { ReturnParcel } from '../../../connectors/contract.ts';
import { Invalid } from '../../../kit/failure.ts';
import { type Cents, toCents } from '../../../kit/money.ts';
import type { Resolution } from './resolve-return.ts';

/** A person's decision about an open return, or an approved one that waits for its refund. */
export interface ReturnDecision {
  status: 'approved' | 'denied' | 'credited';
  notes: string | null;
  /** Null: what was paid for the items. A number: at most that, for example minus a restocking fee. */
  amount: Cents | null;
}

interface DecisionBody {
  status: ReturnDecision['status'];
  resolution_notes?: string | null;
  amount_cents?: number | null;
}

/** Only `credited` may have an amount. */
export function decisionFrom({ status, resolution_notes: notes, amount_cents: amount }: DecisionBody): ReturnDecision {
  if (amount != null && status !== 'credited') {
    throw new Invalid([
      { loc: ['body', 'amount_cents'], msg: 'Omit this field unless status is credited', type: 'value_error' },
    ]);
  }
  return { status, notes: notes ?? null, amount: amount == null ? null : toCents(amount) };
}

export interface Approval {
  merchantReturnId: string;
  parcels: ReturnParcel[];
  returnBy: string | null;
}

/** Asks the store for a label only if the return is approved; null: there is none. */
export async function createResolution(
  { status, notes, amount }: ReturnDecision,
  approvalOf: () => Promise<Approval | null>,
): Promise<Resolution> {
  switch (status) {
    case 'denied':
      return { status, notes };
    case 'credited':
      return { status, notes, amount };
    case 'approved': {
      const { merchantReturnId = null, parcels = [], returnBy = null } = (await approvalOf()) ?? {};
      return { status, notes, merchantReturnId, parcels, returnBy };
    }
  }
}
