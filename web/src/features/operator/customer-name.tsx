import { WorldBadge } from '../../ui/badge.tsx';

interface Owned {
  account_email: string | null;
  world: 'test' | 'live';
}

/** Whose it is, and of which world. */
export const CustomerName = ({ of }: { of: Owned }) => (
  <span className="customer-name">
    <span className="break">{of.account_email ?? 'Unclaimed sandbox'}</span>
    <WorldBadge world={of.world} />
  </span>
);
