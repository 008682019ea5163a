import type { SealedColumn } from '../../../platform/secrets/index.ts';

export const secretContext = (name: string): string => `agent_secrets/${name}/sealed`;
export const proofContext = (paymentId: string): string => `agent_payments/${paymentId}/proof`;
export const orderKeyContext = (paymentId: string): string => `agent_payments/${paymentId}/order_key`;

/** Encrypted columns, for the rotation of master keys. */
export const agentSealedColumns: SealedColumn[] = [
  { table: 'agent_secrets', column: 'sealed', contextOf: secretContext, idColumn: 'name' },
  { table: 'agent_payments', column: 'proof', contextOf: proofContext },
  { table: 'agent_payments', column: 'order_key', contextOf: orderKeyContext },
];
