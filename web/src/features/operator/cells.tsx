import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Badge, WorldBadge } from '../../ui/badge.tsx';
import { Money } from '../../ui/text.tsx';
import './operator.css';

/** A name with a smaller line below. */
export const NameCell = ({ name, note }: { name: ReactNode; note?: ReactNode }) => (
  <span className="return-name">
    <strong className="break">{name}</strong>
    {note && <span className="quiet small break">{note}</span>}
  </span>
);

interface Owned {
  account_email: string | null;
  world: 'test' | 'live';
}

/** The customer and the mode. */
export const CustomerName = ({ of }: { of: Owned }) => (
  <span className="customer-name">
    <span className="break">{of.account_email ?? 'Unclaimed sandbox'}</span>
    <WorldBadge world={of.world} />
  </span>
);

export const CustomerLink = ({ of }: { of: { account_id: string; account_email: string | null } }) => (
  <Link href={`/app/operator/customers/${of.account_id}`} className="break">
    {of.account_email ?? 'Unclaimed sandbox'}
  </Link>
);

export const OrderLink = ({ id, children }: { id: string; children?: ReactNode }) => (
  <Link href={`/app/operator/orders/${id}`}>{children ?? id.slice(0, 8)}</Link>
);

export const KeyState = ({ of: key }: { of: { revoked_at: string | null; frozen_at: string | null } }) =>
  key.revoked_at ? (
    <Badge>Revoked</Badge>
  ) : key.frozen_at ? (
    <Badge tone="bad">Frozen</Badge>
  ) : (
    <Badge tone="good">Active</Badge>
  );

interface Charged {
  status: string;
  charged_cents: number | null;
  max_price_cents: number;
}

/** What was charged for an order; until it is placed, its maximum price. */
export function ChargedTotal({ order }: { order: Charged }) {
  if (order.charged_cents !== null) return <Money cents={order.charged_cents} />;
  if (order.status !== 'pending' && order.status !== 'in_progress') return <span className="quiet">–</span>;
  return (
    <span className="quiet">
      up to <Money cents={order.max_price_cents} />
    </span>
  );
}
