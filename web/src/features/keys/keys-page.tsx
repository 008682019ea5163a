import { useQueryParam, useSelectedRow } from '../../lib/address.ts';
import { Allowed } from '../../ui/allowed.tsx';
import { Badge, WorldBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Column } from '../../ui/table.tsx';
import { TimeAgo } from '../../ui/text.tsx';
import { EditKeyDialog, NewKeyDialog, RevokeKeyDialog } from './key-dialogs.tsx';
import './keys.css';
import { type Key, limitText } from './limits.ts';

export function KeysPage() {
  const [dialog, setDialog] = useQueryParam('dialog');
  const [, change] = useQueryParam('change');
  const [, revoke] = useQueryParam('revoke');
  const add = (
    <Button kind="primary" icon="plus" does="createKey" onClick={() => setDialog('new')}>
      New key
    </Button>
  );
  return (
    <>
      <ListPage
        title="API keys"
        lead="Use API keys in your apps. Sandbox keys use test money. Live keys use real money. Spending policies apply in addition to a key's own limits."
        actions={add}
        name={['keys']}
        load={(api, page, options) => api.listKeys(page, options)}
        rowsOf={({ keys }) => keys}
        refresh={false}
        table={{ columns: columnsFor(change, revoke), keyOf: (key) => key.id }}
        empty={
          <EmptyState icon="key" title="No keys yet" action={add}>
            Create one key per app, so you can revoke them separately.
          </EmptyState>
        }
        dialog={(keys) => <KeyDialogs keys={keys.filter((key) => key.revoked_at === null)} />}
      />
      <Allowed to="createKey">{dialog === 'new' && <NewKeyDialog onClose={() => setDialog(null)} />}</Allowed>
    </>
  );
}

function KeyDialogs({ keys }: { keys: readonly Key[] }) {
  const [changing, change] = useSelectedRow('change', keys, (key) => key.id);
  const [revoking, revoke] = useSelectedRow('revoke', keys, (key) => key.id);
  return (
    <Allowed to="updateKey">
      {changing && <EditKeyDialog apiKey={changing} onClose={() => change(null)} />}
      {revoking && <RevokeKeyDialog apiKey={revoking} onClose={() => revoke(null)} />}
    </Allowed>
  );
}

const columnsFor = (change: (id: string) => void, revoke: (id: string) => void): readonly Column<Key>[] => [
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
          <Button size="small" kind="quiet" does="updateKey" onClick={() => change(key.id)}>
            Edit<span className="hidden"> {key.label}</span>
          </Button>
          <Button size="small" kind="quiet" does="revokeKey" onClick={() => revoke(key.id)}>
            Revoke<span className="hidden"> {key.label}</span>
          </Button>
        </span>
      ),
  },
];
