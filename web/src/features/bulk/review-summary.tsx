import { Link } from 'wouter';
import { formatMoney, formatNumber } from '../../lib/format.ts';
import { useWorld } from '../../lib/world.tsx';
import { Card, Figure } from '../../ui/card.tsx';
import { Note } from '../../ui/states.tsx';
import { Money } from '../../ui/text.tsx';
import type { Verdict } from './draft.ts';

/** The sums of the last check. */
export function ReviewSummary({ verdict: { result }, isStale }: { verdict: Verdict; isStale: boolean }) {
  const { world } = useWorld();
  const short = result.estimated_total_cents - result.wallet_balance_cents;
  return (
    <div className="stack">
      <div className="grid review-figures">
        <Card>
          <Figure
            label="Rows"
            value={formatNumber(result.total_rows)}
            note={isStale ? 'as of the last check' : result.total_rows === 1 ? 'one order' : 'one order each'}
          />
        </Card>
        <Card>
          <Figure label="Ready" value={formatNumber(result.valid_rows)} />
        </Card>
        <Card className={result.invalid_rows > 0 ? 'figure-bad' : ''}>
          <Figure label="Needs fixing" value={formatNumber(result.invalid_rows)} />
        </Card>
        <Card>
          <Figure
            label="Maximum cost"
            value={<Money cents={result.estimated_total_cents} />}
            note={`${formatMoney(result.wallet_balance_cents)} available`}
          />
        </Card>
      </div>
      {!result.sufficient_funds && (
        <Note tone="warn" title={`Your wallet is ${formatMoney(short)} short`}>
          {world === 'test'
            ? 'Remove some rows or lower their maximum prices. Sandbox orders are paid with test money.'
            : 'Remove some rows, lower their maximum prices, or add funds first.'}{' '}
          <Link href="/app/wallet">View wallet</Link>
        </Note>
      )}
    </div>
  );
}
