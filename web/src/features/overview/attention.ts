import { formatCount, formatMoney, plural } from '../../lib/format.ts';
import type { Tone } from '../../lib/labels.ts';
import type { IconName } from '../../ui/icon.tsx';
import type { Overview } from './figures.ts';

export interface Concern {
  icon: IconName;
  tone: Tone;
  title: string;
  advice: string;
  to: string;
}

const dayMs = 86_400_000;
const lowCents = 5000;

/** What needs attention, most urgent first. */
export function concernsOf({ attention: found, wallet }: Overview, now: number): Concern[] {
  const day = new Date(now - found.days * dayMs).toISOString().slice(0, 10);
  const lastDays = `in the last ${found.days} days`;
  const concerns: (Concern | false)[] = [
    found.waiting_for_answer > 0 && {
      icon: 'info',
      tone: 'bad',
      title: `${plural(found.waiting_for_answer, 'order')} ${found.waiting_for_answer === 1 ? 'is' : 'are'} waiting for your response`,
      advice: 'Respond so the purchase can continue.',
      to: found.waiting_for_answer === 1 ? `/app/orders/${found.waiting_order_id}` : '/app/orders?status=pending',
    },
    found.undeliverable > 0 && {
      icon: 'truck',
      tone: 'bad',
      title: `${plural(found.undeliverable, 'order')} with a lost package`,
      advice: 'Request a return to get a refund, or open a case.',
      to:
        found.undeliverable === 1 ? `/app/orders/${found.undeliverable_order_id}` : '/app/orders?status=undeliverable',
    },
    found.late > 0 && {
      icon: 'truck',
      tone: 'warn',
      title: `${formatCount(found.late)} ${found.late === 1 ? 'order' : 'orders'} late`,
      advice: 'Open a case, or wait for the carrier.',
      to: found.late === 1 ? `/app/orders/${found.late_order_id}` : '/app/orders?status=late&sort=late',
    },
    found.failed > 0 && {
      icon: 'warning',
      tone: 'bad',
      title: `${plural(found.failed, 'order')} failed ${lastDays}`,
      advice: 'See why, then order again.',
      to: `/app/orders?status=order_failed&from=${day}`,
    },
    found.cancelled_by_retailer > 0 && {
      icon: 'box',
      tone: 'warn',
      title: `${plural(found.cancelled_by_retailer, 'order')} canceled by ${found.cancelled_by_retailer === 1 ? 'the store' : 'stores'}`,
      advice: 'The money was refunded to your wallet.',
      to: `/app/orders?status=cancelled_by_retailer&from=${day}`,
    },
    found.paused_accounts > 0 && {
      icon: 'people',
      tone: 'bad',
      title: `${plural(found.paused_accounts, 'retailer account')} paused`,
      advice: 'A login failed or a code is needed. Check the account.',
      to: '/app/accounts',
    },
    found.failing_endpoints > 0 && {
      icon: 'webhook',
      tone: 'bad',
      title: `${plural(found.failing_endpoints, 'webhook endpoint')} failing`,
      advice: 'See why, fix the endpoint, and resend failed deliveries.',
      to: '/app/webhooks',
    },
    found.open_cases > 0 && {
      icon: 'chat',
      tone: 'busy',
      title: plural(found.open_cases, 'open case'),
      advice: 'Read the latest replies.',
      to: '/app/cases',
    },
    found.open_returns > 0 && {
      icon: 'back',
      tone: 'busy',
      title: plural(found.open_returns, 'open return'),
      advice: 'View status and labels.',
      to: '/app/returns',
    },
    wallet.available_cents < lowCents && {
      icon: 'wallet',
      tone: 'warn',
      title: `Only ${formatMoney(wallet.available_cents)} available`,
      advice: 'New orders may be rejected. Add funds.',
      to: '/app/wallet',
    },
  ];
  return concerns.filter((concern) => concern !== false);
}
