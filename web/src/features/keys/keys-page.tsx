import { useState } from 'react';
import { useQueryParam, useSelectedRow } from '../../lib/address.ts';
import { useData } from '../../lib/data.ts';
import { Allowed } from '../../ui/allowed.tsx';
import { Badge, WorldBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { TimeAgo } from '../../ui/text.tsx';
import { EditKeyDialog, NewKeyDialog, RevokeKeyDialog } from './key-dialogs.tsx';
import './keys.css';
import { type Key, limitText } from './limits.ts';

const pageSize = 50;

export function KeysPage() {
  const [dialog, setDialog] = useQueryParam('dialog');
  const [offset, setOffset] = useState(0);
  const keys = useData(['keys', offset], (api, options) => api.listKeys({ limit: pageSize, offset }, options), {
    keepPrevious: true,
  });
  const rows = keys.data?.keys.filter((key) => key.revoked_at === null);
  const [changing, change] = useSelectedRow('change', rows, (key) => key.id);
  const [revoking, revoke] = useSelectedRow('revoke', rows, (key) => key.id);
  const add = (
    <Button kind="primary" icon="plus" does="createKey" onClick={() => setDialog('new')}>
      New key
    </Button>
  );
  return (
    <Page
      title="API keys"
      lead="Use API keys in your apps. Sandbox keys use test money, live keys use real money."
      actions={add}
    >
      <Card isFlush>
        <Loaded data={keys}>
          {({ keys: rows, total }) =>
            total === 0 ? (
              <EmptyState icon="key" title="No keys yet" action={add}>
                Create key key per app, so you can revoke them separately.
              </EmptyState>
            ) : (
              <>
                <Table label="API keys" columns={columnsFor(change, revoke)} rows={rows} keyOf={(key) => key.id} />
                <Pager offset={offset} limit={pageSize} total={total} onMove={setOffset} />
              </>
            )
          }
        </Loaded>
      </Card>
      <Allowed to="createKey">{dialog === 'new' && <NewKeyDialog onClose={() => setDialog(null)} />}</Allowed>
      <Allowed to="updateKey">
        {changing && <EditKeyDialog apiKey={changing} onClose={() => change(null)} />}
        {revoking && <RevokeKeyDialog apiKey={revoking} onClose={() => revoke(null)} />}
      </Allowed>
    </Page>
  );
}

const columnsFor = (change: (key: Key) => void, revoke: (key: Key) => void): readonly Column<Key>[] => [
  {
    name: 'Name',
    cell: (key) => (
      <span className={key.revoked_at ? 'key-name key-revoked' : 'key-name'}>
        {key.label}
        <code>
          svc_{key.world}_…{key.hint}
        </code>
      </span>
    ),
  },
  {
    name: 'Mode',
    cell: (key) => <WorldBadge world={key.world} />,
  },
  { name: 'Limits', cell: (key) => limitText(key), isWide: true },
  {
    name: 'Last used',
    cell: (key) => (key.last_used_at ? <TimeAgo at={key.last_used_at} /> : <span className="quiet">never</span>),
  },
  { name: 'Created', cell: (key) => <TimeAgo at={key.created_at} />, isMinor: true },
  {
    name: 'Actions',
    hideName: true,
    cell: (key) =>
      key.revoked_at ? (
        <Badge>Revoked</Badge>
      ) : (
        <span className="key-actions">
          <Button size="small" kind="quiet" does="updateKey" onClick={() => change(key)}>
            Change<span className="hidden"> {key.label}</span>
          </Button>
          <Button size="small" kind="quiet" does="revokeKey" onClick={() => revoke(key)}>
            Revoke<span className="hidden"> {key.label}</span>
          </Button>
        </span>
      ),
  },
];
