import type { ReturnParcel } from '../../../connectors/contract.ts';
import type { Resolution } from './resolve-return.ts';

/** What a person decided about an open return. */
export interface ReturnDecision {
  status: 'approved' | 'denied' | 'credited';
  notes: string | null;
}

/** The label of an approved return: who carries it, from where to where. */
export interface Approval {
  merchantReturnId: string;
  parcels: ReturnParcel[];
  returnBy: string | null;
}

/** How a return ends that a person decided. The store is asked for a label only when it is approved; null: there is none. */
export async function resolutionOf(
  { status, notes }: ReturnDecision,
  approvalOf: () => Promise<Approval | null>,
): Promise<Resolution> {
  switch (status) {
    case 'denied':
      return { status, notes };
    case 'credited':
      return { status, notes, amount: null };
    case 'approved': {
      const { merchantReturnId = null, parcels = [], returnBy = null } = (await approvalOf()) ?? {};
      return { status, notes, merchantReturnId, parcels, returnBy };
    }
  }
}
