import type { ReactNode } from 'react';
import { leastRoleOf, type OperationName, useMay } from '../lib/role.ts';
import { useMe } from '../lib/session.ts';
import { Note } from './states.tsx';

interface AllowedProps {
  to: OperationName;
  /** The others are told why not, where the page is about nothing else. */
  isExplained?: boolean;
  /** What the others see. */
  otherwise?: ReactNode;
  children: ReactNode;
}

/** Shown to those whose role lets them do it. */
export function Allowed({ to, isExplained = false, otherwise = null, children }: AllowedProps) {
  const may = useMay();
  if (may(to)) return children;
  return isExplained ? <RoleNote to={to} /> : otherwise;
}

/** Says why something cannot be done, to those whose role does not let them. */
export function RoleNote({ to }: { to: OperationName }) {
  const { data } = useMe();
  const may = useMay();
  if (may(to)) return null;
  return (
    <Note title={`You are ${data?.role === 'buyer' ? 'a buyer' : 'a viewer'} of this account`}>
      {leastRoleOf(to) === 'owner' ? 'Only owners can do this.' : 'You have view-only access.'} Ask an owner to change
      your role on the Team page.
    </Note>
  );
}
