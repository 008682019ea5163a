import { fieldsOf } from '../../../../kit/fields.ts';
import type { PaymentMethod } from './method.ts';

const tokens = { pays: 'sandbox_ok', declines: 'sandbox_declined' } as const;

/** Test money: the whole flow without a payment provider, in the sandbox. */
export function createSandboxMethod(recipient: string): PaymentMethod {
  return {
    name: 'sandbox',
    world: 'test',
    currency: 'usd',
    minCents: 1,
    isLocal: true,
    offer: (amount, nonce) => ({ amount: String(amount), currency: 'usd', recipient, methodDetails: { nonce } }),
    verify(payload) {
      const { token } = fieldsOf(payload);
      return token === tokens.pays || token === tokens.declines ? token : null;
    },
    async settle({ paymentId, proof }) {
      if (proof === tokens.declines) return { kind: 'declined', reason: 'Requested by the sandbox token' };
      return { kind: 'settled', reference: `sandbox_${paymentId}` };
    },
    // Its charges are our own rows, so there is no provider to ask.
    find: async () => null,
    refund: async ({ refundId }) => ({ kind: 'completed', reference: `sandbox_refund_${refundId}` }),
  };
}
