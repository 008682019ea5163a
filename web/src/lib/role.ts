import { operations } from '../../../sdk/generated/operations.ts';
import type { Operation } from '../../../sdk/src/send.ts';
import { useMe } from './session.ts';

export type OperationName = keyof typeof operations;
export type Role = 'viewer' | 'buyer' | 'owner';

const rank: Record<Role, number> = { viewer: 0, buyer: 1, owner: 2 };
/** The SDK gets the roles from the OpenAPI document, so they are defined once, in the server. */
const table: Record<OperationName, Operation> = operations;

export const leastRoleOf = (operation: OperationName): Role => table[operation].leastRole ?? 'viewer';

export const mayDo = (role: Role, operation: OperationName): boolean => rank[role] >= rank[leastRoleOf(operation)];

/** What the person's role allows. The service enforces it; pages use this to hide what would be refused. */
export function useMay(): (operation: OperationName) => boolean {
  const me = useMe();
  const role = me.data?.role ?? 'viewer';
  return (operation) => mayDo(role, operation);
}
