import { useState } from 'react';
import type { ListAllRetailersOutput } from '../../../../sdk/src/index.ts';
import { useSelectedRow } from '../../lib/address.ts';
import { useData } from '../../lib/data.ts';
import { formatNumber, plural } from '../../lib/format.ts';
import { useWorld, worldNames } from '../../lib/world.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Input } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState, Loaded, Note } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { TimeAgo } from '../../ui/text.tsx';
import { NameCell } from './cells.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

type Retailer = ListAllRetailersOutput['retailers'][number];

export function OperatorRetailersPage() {
  const { world } = useWorld();
  const [search, setSearch] = useState('');
  const retailers = useData(['operator-retailers'], (api, options) => api.listAllRetailers({}, options), {
    refresh: 15_000,
  });
  const here = retailers.data?.retailers.filter((one) => one.world === world);
  const since = retailers.data?.orders_since[world];
  const [chosen, setChosen] = useSelectedRow('switch', here, (one) => one.retailer);
  const columns = columnsFor(setChosen);
  const fits = (one: Retailer) =>
    one.world === world && `${one.display_name} ${one.retailer}`.toLowerCase().includes(search.trim().toLowerCase());
  return (
    <Page
      title="Retailers"
      lead={`${worldNames[world]}. Disabled retailers don't receive new orders, and accepted orders stay queued. Tracking and returns continue.`}
    >
      {retailers.data && <OffElsewhere retailers={retailers.data.retailers} />}
      {since && (
        <Note title="More than 2,000 orders in 24 hours">
          Counts cover the latest 2,000 orders. The oldest of them is from <TimeAgo at={since} />. Each retailer's page
          counts all orders.
        </Note>
      )}
      <Card isFlush>
        <div className="operator-filter">
          <Input
            label="Search"
            before={<Icon name="search" size={18} />}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </div>
        <Loaded data={retailers}>
          {({ retailers: all }) => {
            const rows = all.filter(fits).sort(offFirst);
            return rows.length === 0 ? (
              <EmptyState icon="store" title="No matching retailers" />
            ) : (
              <Table label="Retailers" columns={columns} rows={rows} keyOf={(one) => one.world + one.retailer} />
            );
          }}
        </Loaded>
      </Card>
      {chosen && <SwitchDialog retailer={chosen} onClose={() => setChosen(null)} />}
    </Page>
  );
}

/** Mentions retailers that are off in the other mode. */
function OffElsewhere({ retailers }: { retailers: readonly Retailer[] }) {
  const { world, switchTo } = useWorld();
  const other = world === 'test' ? 'live' : 'test';
  const off = retailers.filter((one) => one.world === other && one.connector !== null && !one.enabled);
  if (off.length === 0) return null;
  return (
    <Note
      title={`${plural(off.length, 'retailer')} disabled in ${worldNames[other]}`}
      action={
        <Button size="small" onClick={() => switchTo(other)}>
          View {worldNames[other]}
        </Button>
      }
    >
      {off.map((one) => one.display_name).join(', ')}. The list below shows {worldNames[world]}.
    </Note>
  );
}

/** Retailers that are off come first. */
function offFirst(a: Retailer, b: Retailer): number {
  const rank = (one: Retailer) => (one.connector === null ? 2 : one.enabled ? 1 : 0);
  return rank(a) - rank(b) || a.display_name.localeCompare(b.display_name);
}

const columnsFor = (choose: (retailer: Retailer) => void): readonly Column<Retailer>[] => [
  {
    name: 'Retailer',
    cell: (one) => <NameCell name={one.display_name} note={one.connector ?? 'no connector'} />,
  },
  {
    name: 'Status',
    cell: (one) =>
      one.connector === null ? (
        <Badge>Not supported</Badge>
      ) : one.enabled ? (
        <Badge tone="good">Enabled</Badge>
      ) : (
        <span className="return-name">
          <span>
            <Badge tone="warn">Disabled</Badge>
          </span>
          <span className="quiet small break">
            <bdi>{one.reason}</bdi> – {one.switched_by}
            {one.switched_at && (
              <>
                , <TimeAgo at={one.switched_at} />
              </>
            )}
          </span>
        </span>
      ),
    isWide: true,
  },
  { name: 'Placed, 24 h', cell: (one) => formatNumber(one.orders_24h.placed), isNumber: true },
  { name: 'Failed', cell: (one) => formatNumber(one.orders_24h.failed), isNumber: true },
  { name: 'In progress', cell: (one) => formatNumber(one.orders_24h.under_way), isNumber: true, isMinor: true },
  {
    name: 'Actions',
    hideName: true,
    cell: (one) =>
      one.connector !== null && (
        <span className="amounts">
          <ButtonLink size="small" icon="chart" to={`/app/operator/retailers/${encodeURIComponent(one.retailer)}`}>
            Metrics<span className="hidden"> for {one.display_name}</span>
          </ButtonLink>
          <Button size="small" kind={one.enabled ? 'plain' : 'primary'} onClick={() => choose(one)}>
            {one.enabled ? 'Disable' : 'Enable'}
            <span className="hidden"> {one.display_name}</span>
          </Button>
        </span>
      ),
  },
];

export function SwitchDialog({ retailer, onClose }: { retailer: Retailer; onClose(): void }) {
  const { retailer: id, world, display_name: name } = retailer;
  const enabled = !retailer.enabled;
  const action = enabled ? 'Enable' : 'Disable';
  return (
    <ReasonDialog
      title={`${action} ${name}?`}
      action={action}
      kind={enabled ? 'primary' : 'danger'}
      act={(api, reason) => api.switchRetailer({ retailer: id, body: { world, enabled, reason } })}
      done={`${name} ${enabled ? 'enabled' : 'disabled'}.`}
      changes={['operator-retailers', 'operator-overview', 'retailers']}
      onClose={onClose}
    >
      {worldNames[world]} only.{' '}
      {enabled
        ? 'New orders will be accepted again, and waiting orders will be placed now.'
        : "No orders will be placed with this retailer until it's enabled again. Accepted orders stay queued."}
    </ReasonDialog>
  );
}
