import { Link } from 'wouter';
import type { GetOperatorOverviewOutput } from '../../../../sdk/src/index.ts';
import { formatNumber } from '../../lib/format.ts';

type Waiting = GetOperatorOverviewOutput['waiting'];

const cards: readonly { name: keyof Waiting; label: string; to: string }[] = [
  { name: 'doubts', label: 'Orders in doubt', to: '/app/operator/doubts' },
  { name: 'open_charges', label: 'Charges in doubt', to: '/app/operator/charges' },
  { name: 'open_returns', label: 'Returns to resolve', to: '/app/operator/returns' },
  { name: 'open_cases', label: 'Cases to answer', to: '/app/operator/cases' },
  { name: 'firing_alerts', label: 'Alerts that fire', to: '/app/operator/alerts' },
  { name: 'failing_webhook_receivers', label: 'Failing receivers', to: '/app/operator/webhooks' },
  { name: 'switched_off_retailers', label: 'Retailers off', to: '/app/operator/retailers' },
];

export const WaitingCards = ({ waiting }: { waiting: Waiting }) => (
  <ul className="waiting">
    {cards.map(({ name, label, to }) => (
      <li key={name}>
        <Link href={to} className={waiting[name] > 0 ? 'waiting-card waiting-some' : 'waiting-card'}>
          <span className="waiting-number">{formatNumber(waiting[name])}</span>
          <span>{label}</span>
        </Link>
      </li>
    ))}
  </ul>
);
