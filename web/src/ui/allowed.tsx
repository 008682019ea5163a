import type { ReactNode } from 'react';
import { leastRoleOf, type OperationName, useMay } from '../lib/role.ts';
import { useMe } from '../lib/session.ts';
import { Note } from './states.tsx';

interface AllowedProps {
  to: OperationName;
  /** Tell people without the role why they cannot do it. */
  isExplained?: boolean;
  /** Shown to people without the role. */
  otherwise?: ReactNode;
  children: ReactNode;
}

/** Shows its content to people whose role allows the operation. */
export function Allowed({ to, isExplained = false, otherwise = null, children }: AllowedProps) {
  const may = useMay();
  if (may(to)) return children;
  return isExplained ? <RoleNote to={to} /> : otherwise;
}

/** Tells people without the role which role it takes. */
export function RoleNote({ to }: { to: OperationName }) {
  const { data } = useMe();
  const may = useMay();
  if (may(to)) return null;
  return (
    <Note title={`You're ${data?.role === 'buyer' ? 'a buyer' : 'a viewer'} on this account`}>
      {leastRoleOf(to) === 'owner' ? 'Only owners can do this.' : 'You have view-only access.'} Ask an owner to change
      your role on the Team page.
    </Note>
  );
}
