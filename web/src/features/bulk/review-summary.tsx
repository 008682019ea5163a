import { Link } from 'wouter';
import { formatList, formatMoney, formatNumber } from '../../lib/format.ts';
import { useWorld } from '../../lib/world.tsx';
import { Card, Figure } from '../../ui/card.tsx';
import { Note } from '../../ui/states.tsx';
import { costOf, type Verdict } from './draft.ts';

/** The sums of the last check. */
export function ReviewSummary({ verdict: { result }, isStale }: { verdict: Verdict; isStale: boolean }) {
  const { world } = useWorld();
  const cost = costOf(result);
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
            value={formatList(cost.map(({ amount, currency }) => formatMoney(amount, currency)))}
            note={`${formatList(cost.map(({ available, currency }) => formatMoney(available, currency)))} available`}
          />
        </Card>
      </div>
      {!result.sufficient_funds && (
        <Note tone="warn" title={`Your wallet is ${shortageOf(result)} short`}>
          {world === 'test'
            ? 'Remove some rows or lower their maximum prices. Sandbox orders use test money.'
            : 'Remove some rows, lower their maximum prices, or add funds first.'}{' '}
          <Link href="/app/wallet">View wallet</Link>
        </Note>
      )}
    </div>
  );
}

const shortageOf = ({ holds }: Verdict['result']): string =>
  formatList(
    holds.flatMap(({ amount, available, currency }) =>
      amount > available ? [formatMoney(amount - available, currency)] : [],
    ),
  );
