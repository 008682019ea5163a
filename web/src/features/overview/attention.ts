import type { Api } from '../../lib/api.ts';
import { formatMoney, plural } from '../../lib/format.ts';
import type { Tone } from '../../lib/words.ts';
import type { IconName } from '../../ui/icon.tsx';

export interface Concern {
  icon: IconName;
  tone: Tone;
  title: string;
  advice: string;
  to: string;
}

const dayMs = 86_400_000;
const lowCents = 5000;

/** Everything that somebody should look at, worst first. Empty means: nothing needs you. */
export async function askConcerns(api: Api, options: { signal: AbortSignal }): Promise<Concern[]> {
  const since = new Date(Date.now() - 7 * dayMs).toISOString();
  const recent = { created_after: since, limit: 1 };
  const [waiting, failed, called, cases, returns, accounts, wallet] = await Promise.all([
    api.listOrders({ status_filter: 'pending', limit: 100 }, options),
    api.listOrders({ ...recent, status_filter: 'order_failed' }, options),
    api.listOrders({ ...recent, status_filter: 'cancelled_by_retailer' }, options),
    api.listCases({ state: 'open', limit: 1 }, options),
    api.listReturns({ status: 'open', limit: 1 }, options),
    api.listManagedAccounts({ limit: 200 }, options),
    api.getWallet({}, options),
  ]);
  const paused = accounts.credentials.filter((account) => account.pause_reason !== null);
  const day = since.slice(0, 10);
  const asking = waiting.orders.filter(({ next_action: action }) => action?.asked_of === 'customer');
  const concerns: (Concern | false)[] = [
    asking.length > 0 && {
      icon: 'info',
      tone: 'bad',
      title: `${plural(asking.length, 'order')} ${asking.length === 1 ? 'waits' : 'wait'} for your answer`,
      advice: 'Nothing is bought before you answer.',
      to: asking.length === 1 ? `/app/orders/${asking[0]?.id}` : '/app/orders?status=pending',
    },
    failed.total > 0 && {
      icon: 'warning',
      tone: 'bad',
      title: `${plural(failed.total, 'order')} failed in the last 7 days`,
      advice: 'See why, and order again.',
      to: `/app/orders?status=order_failed&from=${day}`,
    },
    called.total > 0 && {
      icon: 'box',
      tone: 'warn',
      title: `${plural(called.total, 'order')} called off by retailers`,
      advice: 'The money is back on your wallet.',
      to: `/app/orders?status=cancelled_by_retailer&from=${day}`,
    },
    paused.length > 0 && {
      icon: 'people',
      tone: 'bad',
      title: `${plural(paused.length, 'retailer account')} paused`,
      advice: 'A log-in failed or a code is needed. Check and verify.',
      to: '/app/accounts',
    },
    cases.total > 0 && {
      icon: 'chat',
      tone: 'busy',
      title: plural(cases.total, 'open case'),
      advice: 'Read the latest answers.',
      to: '/app/cases',
    },
    returns.total > 0 && {
      icon: 'back',
      tone: 'busy',
      title: plural(returns.total, 'open return'),
      advice: 'The retailer decides; labels appear there.',
      to: '/app/returns',
    },
    wallet.available_cents < lowCents && {
      icon: 'wallet',
      tone: 'warn',
      title: `Only ${formatMoney(wallet.available_cents)} available`,
      advice: 'New orders may be refused. Add money.',
      to: '/app/wallet',
    },
  ];
  return concerns.filter((concern) => concern !== false);
}
