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
            note={isStale ? 'when last checked' : result.total_rows === 1 ? 'one order' : 'one order each'}
          />
        </Card>
        <Card>
          <Figure label="Can be ordered" value={formatNumber(result.valid_rows)} />
        </Card>
        <Card className={result.invalid_rows > 0 ? 'figure-bad' : ''}>
          <Figure label="To put right" value={formatNumber(result.invalid_rows)} />
        </Card>
        <Card>
          <Figure
            label="Costs at most"
            value={<Money cents={result.estimated_total_cents} />}
            note={`${formatMoney(result.wallet_balance_cents)} available`}
          />
        </Card>
      </div>
      {!result.sufficient_funds && (
        <Note tone="warn" title={`The wallet is ${formatMoney(short)} short`}>
          {world === 'test'
            ? 'This is the play money of the sandbox: remove some rows, or lower their highest prices.'
            : 'Remove some rows or lower their highest prices, or have the wallet filled up first.'}{' '}
          <Link href="/app/wallet">See the wallet</Link>
        </Note>
      )}
    </div>
  );
}
