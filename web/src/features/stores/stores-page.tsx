import type { Store } from '../../../../sdk/src/index.ts';
import { useData } from '../../lib/data.ts';
import { plural } from '../../lib/format.ts';
import { StatusBadge, WorldBadge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState, Loaded, Skeleton } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { TimeAgo } from '../../ui/text.tsx';
import { healthLabels, kindTexts, modeTexts } from './kinds.ts';
import './stores.css';

export const storePath = (name: string): string => `/app/operator/stores/${encodeURIComponent(name)}`;

/** All stores with their health. Failing ones come first. */
export function StoresPage() {
  const stores = useData(['operator-stores'], (api, options) => api.listStores({}, options), { refresh: 5000 });
  return (
    <Page
      title="Stores"
      lead="Stores for live orders. Changes apply within a second."
      actions={
        <ButtonLink kind="primary" icon="plus" to="/app/operator/stores/_new">
          Add a store
        </ButtonLink>
      }
    >
      <Card isFlush>
        <Loaded data={stores} skeleton={<Skeleton height={160} />}>
          {({ stores: all }) =>
            all.length === 0 ? (
              <EmptyState
                icon="store"
                title="No stores connected"
                action={<ButtonLink to="/app/operator/stores/_new">Add your first store</ButtonLink>}
              >
                Live orders need at least one store. All you need to start is the store's URL.
              </EmptyState>
            ) : (
              <Table
                label="Stores"
                columns={columns}
                rows={all.toSorted(worstFirst)}
                keyOf={(store) => store.name}
                linkOf={(store) => storePath(store.name)}
              />
            )
          }
        </Loaded>
      </Card>
    </Page>
  );
}

const rank: Record<Store['health']['status'], number> = {
  needs_credentials: 0,
  down: 1,
  degraded: 2,
  unknown: 3,
  up: 4,
  off: 5,
};
const worstFirst = (a: Store, b: Store): number =>
  rank[a.health.status] - rank[b.health.status] || a.name.localeCompare(b.name);

const columns: readonly Column<Store>[] = [
  {
    name: 'Store',
    cell: (store) => (
      <span className="store-name">
        <strong className="break">{store.name}</strong>
        <span className="quiet small break">
          {kindTexts[store.kind].label}
          {store.url && ` · ${new URL(store.url).host}`}
        </span>
      </span>
    ),
  },
  { name: 'Mode', cell: (store) => <WorldBadge world={store.world} /> },
  { name: 'Purchase mode', cell: (store) => modeTexts[store.mode].label },
  {
    name: 'Health',
    cell: (store) => (
      <span className="store-name">
        <span>
          <StatusBadge labels={healthLabels} status={store.health.status} />
        </span>
        <HealthNote store={store} />
      </span>
    ),
    isWide: true,
  },
  {
    name: 'Limits',
    cell: ({ limits }) => `${limits.at_once} concurrent, ${limits.per_minute} per minute`,
    isMinor: true,
  },
];

export function HealthNote({ store: { health } }: { store: Store }) {
  const isFailing = health.failures > 0;
  if (health.closed_until && health.status === 'down') {
    return (
      <span className="quiet small break">
        {plural(health.failures, 'failure')} in a row, next attempt <TimeAgo at={health.closed_until} />
      </span>
    );
  }
  if (isFailing) return <span className="quiet small break">{health.last_failure}</span>;
  if (!health.last_ok_at) return null;
  return (
    <span className="quiet small">
      responded <TimeAgo at={health.last_ok_at} />
    </span>
  );
}
