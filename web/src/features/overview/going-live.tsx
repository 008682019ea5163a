import { Link } from 'wouter';
import { useData } from '../../lib/data.ts';
import { formatMoney, plural } from '../../lib/format.ts';
import { useRetailers } from '../../lib/retailers.ts';
import { useMe } from '../../lib/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { Overview } from './figures.ts';

interface Step {
  title: string;
  /** Null: not known yet. */
  isDone: boolean | null;
  /** Orders work without it. */
  isOptional?: boolean;
  text: string;
  way?: { to: string; label: string };
}

const guide = '/docs/going-live';

/** For an account without a live order: what it has, what is missing, and where to get it. */
export function GoingLive({ overview }: { overview: Overview }) {
  const steps = useSteps(overview);
  const isReady = steps.every(({ isDone, isOptional }) => isDone !== false || isOptional);
  return (
    <section className="card start-card">
      <div>
        <h2>{isReady ? 'Ready for real orders' : 'Before you go live'}</h2>
        <p>
          Live mode works like the sandbox, with real stores and real money.{' '}
          <a href={guide}>Read the going-live guide</a>
        </p>
      </div>
      <ol className="going-live">
        {steps.map((step) => (
          <li key={step.title} className={step.isDone ? 'going-done' : undefined}>
            <span className="going-mark">
              <Icon name={step.isDone ? 'check' : 'right'} size={18} />
              <span className="hidden">
                {step.isDone ? 'Done: ' : step.isDone === null || step.isOptional ? '' : 'Missing: '}
              </span>
            </span>
            <div>
              <h3>{step.title}</h3>
              <p>
                {step.text} {step.way && <Link href={step.way.to}>{step.way.label}</Link>}
              </p>
            </div>
          </li>
        ))}
      </ol>
      {isReady && (
        <ButtonLink kind="primary" icon="search" to="/app/buy" does="createOrder">
          Find a product
        </ButtonLink>
      )}
    </section>
  );
}

function useSteps({ wallet }: Overview): Step[] {
  const { data: catalogue } = useRetailers();
  const isOperator = useMe().data?.is_operator ?? false;
  const keys = useData(['keys'], (api, options) => api.listKeys({}, options));
  const stores = catalogue?.retailers.filter(({ supported }) => supported).length ?? null;
  const liveKeys = keys.data?.keys.filter((key) => key.world === 'live' && key.revoked_at === null).length ?? null;
  const cents = wallet.available_cents + wallet.held_cents;
  return [
    {
      title: 'A store',
      isDone: stores === null ? null : stores > 0,
      text: stores
        ? `${plural(stores, 'store')} connected.`
        : isOperator
          ? 'No stores are connected yet.'
          : 'No stores are connected yet. Ask the operator of this service.',
      ...(isOperator ? { way: { to: '/app/operator/stores', label: stores ? 'Stores' : 'Connect a store' } } : {}),
    },
    {
      title: 'Funds',
      isDone: cents > 0,
      text: cents > 0 ? `${formatMoney(wallet.available_cents)} in your wallet.` : 'The wallet is empty.',
      way: { to: '/app/wallet', label: cents > 0 ? 'Wallet' : 'Add funds' },
    },
    {
      title: 'A live API key',
      isDone: liveKeys === null ? null : liveKeys > 0,
      isOptional: true,
      text: liveKeys
        ? `You have ${plural(liveKeys, 'live key')}.`
        : 'Only needed for your own apps. Start with a small daily limit.',
      way: { to: '/app/keys', label: liveKeys ? 'Keys' : 'Create key' },
    },
  ];
}
