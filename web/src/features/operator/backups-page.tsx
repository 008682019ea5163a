import type { CreateBackupOutput, ListBackupsOutput } from '../../../../sdk/src/index.ts';
import { useChange, useData } from '../../lib/data.ts';
import { formatNumber } from '../../lib/format.ts';
import { Badge, StatusBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState, Loaded, Note } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { TimeAgo } from '../../ui/text.tsx';
import { notify } from '../../ui/toast.tsx';
import { NameCell } from './cells.tsx';

type Backup = ListBackupsOutput['backups'][number];

const statusLabels = {
  requested: { label: 'Requested', tone: 'warn' },
  running: { label: 'Running', tone: 'warn' },
  done: { label: 'Complete', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
} as const;

const columns: readonly Column<Backup>[] = [
  {
    name: 'Backup',
    cell: (one) => (
      <NameCell
        name={one.name ?? (one.status === 'failed' ? 'No file' : 'No file yet')}
        note={problemOf(one) ?? (one.requested_by ? `By ${one.requested_by}` : 'Scheduled')}
      />
    ),
    isWide: true,
  },
  { name: 'Status', cell: (one) => <StatusBadge labels={statusLabels} status={one.status} /> },
  { name: 'Test restore', cell: (one) => testText(one) },
  { name: 'Rows', cell: (one) => (one.row_count === null ? '–' : formatNumber(one.row_count)), isNumber: true },
  {
    name: 'Size',
    cell: (one) => (one.bytes === null ? '–' : sizeText(one.bytes)),
    isNumber: true,
    isMinor: true,
  },
  { name: 'Requested', cell: (one) => <TimeAgo at={one.requested_at} /> },
];

const problemOf = ({ error, verify_error: testError }: Backup): string | null =>
  error ?? (testError && `Test restore: ${testError}`);

const sizeText = (bytes: number): string =>
  bytes < 1_000_000
    ? `${formatNumber(Math.ceil(bytes / 1000))}\u00A0KB`
    : `${formatNumber(Math.ceil(bytes / 1_000_000))}\u00A0MB`;

function testText({ status, verified_at: at, verify_error: error }: Backup) {
  if (status !== 'done') return '–';
  if (at === null) return 'Not tested';
  return error === null ? 'Passed' : <Badge tone="bad">Failed</Badge>;
}

export function BackupsPage() {
  const data = useData(['operator-backups'], (api, options) => api.listBackups({}, options), { refresh: 10_000 });
  const start = useChange<void, CreateBackupOutput>((api) => api.createBackup({}), {
    changes: ['operator-backups', 'operator-audit'],
    onDone: () => notify('Backup requested. It starts within a minute.'),
  });
  return (
    <Page
      title="Backups"
      lead="Each backup is one encrypted file with the database, files and keys. Errand regularly restores the latest one as a test."
      actions={
        data.data?.is_scheduled && (
          <Button kind="primary" onClick={() => start.mutate()}>
            Start backup
          </Button>
        )
      }
    >
      <Loaded data={data}>
        {({ is_scheduled: isScheduled, backups }) => (
          <>
            {!isScheduled && <Note tone="warn">No backups are scheduled. Set BACKUP_TO to a folder or bucket.</Note>}
            {backups.length === 0 ? (
              <EmptyState icon="box" title="No backups yet" />
            ) : (
              <Card isFlush>
                <Table label="Backups" columns={columns} rows={backups} keyOf={(one) => one.id} />
              </Card>
            )}
          </>
        )}
      </Loaded>
    </Page>
  );
}
