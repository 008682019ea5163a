import { useState } from 'react';
import type { ListAllRetailersOutput } from '../../../../sdk/src/index.ts';
import { useAddressed } from '../../lib/address.ts';
import { useChange, useData } from '../../lib/data.ts';
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
import { notify } from '../../ui/toast.tsx';
import './operator.css';
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
  const [chosen, setChosen] = useAddressed('switch', here, (one) => one.retailer);
  const columns = columnsFor(setChosen);
  const fits = (one: Retailer) =>
    one.world === world && `${one.display_name} ${one.retailer}`.toLowerCase().includes(search.trim().toLowerCase());
  return (
    <Page
      title="Retailers"
      lead={`Of the ${worldNames[world].toLowerCase()} world. While one is off it takes no new orders, and accepted ones wait; what was bought there is still tracked and returned.`}
    >
      {retailers.data && <OffElsewhere retailers={retailers.data.retailers} />}
      {since && (
        <Note title="More than 2,000 orders within a day">
          Those shown are the newest 2,000, the first of them <TimeAgo at={since} />. The page of a retailer counts all.
        </Note>
      )}
      <Card isFlush>
        <div className="operator-filter">
          <Input
            label="Find"
            before={<Icon name="search" size={18} />}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </div>
        <Loaded data={retailers}>
          {({ retailers: all }) => {
            const rows = all.filter(fits).sort(offFirst);
            return rows.length === 0 ? (
              <EmptyState icon="store" title="No retailer like this" />
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

/** What is off in the other world is told in this one, or it would be looked for in vain. */
function OffElsewhere({ retailers }: { retailers: readonly Retailer[] }) {
  const { world, switchTo } = useWorld();
  const other = world === 'test' ? 'live' : 'test';
  const off = retailers.filter((one) => one.world === other && one.connector !== null && !one.enabled);
  if (off.length === 0) return null;
  return (
    <Note
      title={`${plural(off.length, 'retailer')} off in the other world (${worldNames[other]})`}
      action={
        <Button size="small" onClick={() => switchTo(other)}>
          Look in {worldNames[other]}
        </Button>
      }
    >
      {off.map((one) => one.display_name).join(', ')}. In {worldNames[world]} they are as shown below.
    </Note>
  );
}

/** What is off is what an operator has to remember. */
function offFirst(a: Retailer, b: Retailer): number {
  const rank = (one: Retailer) => (one.connector === null ? 2 : one.enabled ? 1 : 0);
  return rank(a) - rank(b) || a.display_name.localeCompare(b.display_name);
}

const columnsFor = (choose: (retailer: Retailer) => void): readonly Column<Retailer>[] => [
  {
    name: 'Retailer',
    cell: (one) => (
      <span className="return-name">
        <strong className="break">{one.display_name}</strong>
        <span className="quiet small">{one.connector ?? 'no connector'}</span>
      </span>
    ),
  },
  {
    name: 'State',
    cell: (one) =>
      one.connector === null ? (
        <Badge>Not served</Badge>
      ) : one.enabled ? (
        <Badge tone="good">On</Badge>
      ) : (
        <span className="return-name">
          <span>
            <Badge tone="warn">Off</Badge>
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
  { name: 'Under way', cell: (one) => formatNumber(one.orders_24h.under_way), isNumber: true },
  {
    name: 'Switch',
    hideName: true,
    cell: (one) =>
      one.connector !== null && (
        <span className="amounts">
          <ButtonLink size="small" icon="chart" to={`/app/operator/retailers/${encodeURIComponent(one.retailer)}`}>
            Numbers<span className="hidden"> of {one.display_name}</span>
          </ButtonLink>
          <Button size="small" kind={one.enabled ? 'plain' : 'primary'} onClick={() => choose(one)}>
            Switch {one.enabled ? 'off' : 'on'}
            <span className="hidden"> {one.display_name}</span>
          </Button>
        </span>
      ),
  },
];

export function SwitchDialog({ retailer, onClose }: { retailer: Retailer; onClose(): void }) {
  const turnsOn = !retailer.enabled;
  const change = useChange<string>(
    (api, why) =>
      api.switchRetailer({
        retailer: retailer.retailer,
        body: { world: retailer.world, enabled: turnsOn, reason: why },
      }),
    {
      changes: ['operator-retailers', 'operator-overview', 'operator-audit', 'retailers'],
      onDone() {
        notify(`${retailer.display_name} is ${turnsOn ? 'on' : 'off'} now.`);
        onClose();
      },
    },
  );
  return (
    <ReasonDialog
      title={`Switch ${retailer.display_name} ${turnsOn ? 'on' : 'off'}?`}
      action={`Switch ${turnsOn ? 'on' : 'off'}`}
      kind={turnsOn ? 'primary' : 'danger'}
      isBusy={change.isPending}
      error={change.error}
      onConfirm={(reason) => change.mutate(reason)}
      onClose={onClose}
    >
      {turnsOn
        ? `It is sold from again in the ${worldNames[retailer.world].toLowerCase()} world, and orders that waited are bought at once.`
        : `In the ${worldNames[retailer.world].toLowerCase()} world nothing new is bought there until it is on again. Orders that were accepted wait.`}
    </ReasonDialog>
  );
}
