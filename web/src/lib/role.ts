import { operations } from '../../../sdk/generated/operations.ts';
import type { Operation } from '../../../sdk/src/send.ts';
import { useMe } from './session.ts';

export type OperationName = keyof typeof operations;
export type Role = 'viewer' | 'buyer' | 'owner';

const rank: Record<Role, number> = { viewer: 0, buyer: 1, owner: 2 };
/** Written by the server's own table into its document, and from there into the client: there is no second one here. */
const table: Record<OperationName, Operation> = operations;

export const leastRoleOf = (operation: OperationName): Role => table[operation].leastRole ?? 'viewer';

export const mayDo = (role: Role, operation: OperationName): boolean => rank[role] >= rank[leastRoleOf(operation)];

/** What the role on this account lets a person do. The service decides; this only spares them a refusal. */
export function useMay(): (operation: OperationName) => boolean {
  const me = useMe();
  const role = me.data?.role ?? 'viewer';
  return (operation) => mayDo(role, operation);
}
