import { Link } from 'wouter';
import type { ListStoreWalksOutput, Store } from '../../../../sdk/src/index.ts';
import { useData } from '../../lib/data.ts';
import { plural } from '../../lib/format.ts';
import { Card } from '../../ui/card.tsx';
import { Sparkline } from '../../ui/chart.tsx';
import { Loaded, Note } from '../../ui/states.tsx';
import { TimeAgo } from '../../ui/text.tsx';

type Walk = ListStoreWalksOutput['walks'][number];

const findingsIn = ({ failures, missed_locators: missed }: Walk): number => failures.length + missed.length;

/** Results of the nightly check: recipe locators that no longer match, and the trend. */
export function WalksCard({ store: { name } }: { store: Store }) {
  const data = useData(['operator-stores', name, 'walks'], (api, options) => api.listStoreWalks({ name }, options));
  return (
    <Card title="Nightly check">
      <Loaded data={data}>
        {({ walks }) => {
          const [last] = walks;
          return last ? <Findings last={last} walks={walks} /> : <p className="quiet">No check yet.</p>;
        }}
      </Loaded>
    </Card>
  );
}

function Findings({ last, walks }: { last: Walk; walks: readonly Walk[] }) {
  const count = findingsIn(last);
  const trend = walks.map(findingsIn).toReversed();
  return (
    <div className="stack">
      {count === 0 ? (
        <p>
          All locators match. Checked <TimeAgo at={last.started_at} />.
        </p>
      ) : (
        <Note tone={last.failures.length > 0 ? 'bad' : 'warn'} title="The store's pages changed">
          {plural(count, 'problem')} found <TimeAgo at={last.started_at} />. Update the recipe before orders fail.
        </Note>
      )}
      {trend.length > 1 && <Sparkline values={trend} label={`Problems in the last ${trend.length} checks`} />}
      {count > 0 && (
        <ul className="small break">
          {last.failures.map((failure) => (
            <li key={failure}>{failure}</li>
          ))}
          {last.missed_locators.map(({ target, locator }) => (
            <li key={target + locator}>
              <code>{locator}</code> no longer matches.
            </li>
          ))}
        </ul>
      )}
      <p className="small">
        Recipe version {last.recipe_version ?? 'unknown'} · <Link href="/app/operator/recordings">Recordings</Link>
      </p>
    </div>
  );
}
