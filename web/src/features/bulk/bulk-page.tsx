import { useState } from 'react';
import { Link } from 'wouter';
import type { ListBulkOrdersOutput } from '../../../../sdk/src/index.ts';
import { useData } from '../../lib/data.ts';
import { saveCsv } from '../../lib/download.ts';
import { formatNumber, plural } from '../../lib/format.ts';
import { batchStatusLabels } from '../../lib/labels.ts';
import { useWorld } from '../../lib/world.tsx';
import { Allowed } from '../../ui/allowed.tsx';
import { StatusBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, Loaded, Note } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { TimeAgo } from '../../ui/text.tsx';
import { notify } from '../../ui/toast.tsx';
import './bulk.css';
import type { Draft } from './draft.ts';
import { useDraftState } from './draft-state.ts';
import { UploadZone } from './upload-zone.tsx';

type Batch = ListBulkOrdersOutput['batches'][number];

const pageSize = 20;

export function BulkPage() {
  const { api } = useWorld();
  const desk = useDraftState();
  const saveTemplate = () =>
    api.getBulkOrderTemplate().then(
      (text) => saveCsv('template.csv', text),
      () => notify('Could not download the template. Try again.', 'bad'),
    );
  return (
    <Page
      title="Bulk orders"
      lead="Place many orders at once from a CSV file."
      actions={
        <Button icon="download" onClick={saveTemplate}>
          Template
        </Button>
      }
    >
      {desk && <DraftCard draft={desk.draft} isInDoubt={desk.isInDoubt} />}
      <Allowed to="placeBulkOrder" isExplained>
        <UploadZone />
      </Allowed>
      <Batches />
    </Page>
  );
}

function DraftCard({ draft, isInDoubt }: { draft: Draft; isInDoubt: boolean }) {
  if (isInDoubt) {
    return (
      <Note tone="warn" title={`${draft.filename} may already be placed`}>
        You sent this batch, but the response was lost. Check the list below. If it is not there,{' '}
        <Link href="/app/bulk/new">send it again</Link>. Nothing is ordered twice.
      </Note>
    );
  }
  return (
    <Note title={`${draft.filename} is not placed yet`}>
      {plural(draft.rows.length, 'row')} saved with your corrections. <Link href="/app/bulk/new">Continue</Link>, or
      choose another file below to replace them.
    </Note>
  );
}

const columns: readonly Column<Batch>[] = [
  { name: 'File', cell: (batch) => <span className="break">{batch.filename ?? 'Untitled batch'}</span> },
  { name: 'Status', cell: (batch) => <StatusBadge words={batchStatusLabels} status={batch.status} /> },
  { name: 'Rows', cell: (batch) => formatNumber(batch.row_count), isNumber: true },
  { name: 'Placed', cell: (batch) => formatNumber(batch.placed_count), isNumber: true },
  { name: 'Failed', cell: (batch) => formatNumber(batch.failed_count), isNumber: true },
  { name: 'Uploaded', cell: (batch) => <TimeAgo at={batch.created_at} /> },
];

function Batches() {
  const [offset, setOffset] = useState(0);
  const batches = useData(
    ['batches', offset],
    (api, options) => api.listBulkOrders({ limit: pageSize, offset }, options),
    { keepPrevious: true },
  );
  return (
    <Card title="Batches" isFlush>
      <Loaded data={batches}>
        {({ batches: rows, total }) =>
          total === 0 ? (
            <EmptyState icon="rows" title="No batches yet">
              Download the template, add one row per order, and drop the file above.
            </EmptyState>
          ) : (
            <>
              <Table
                label="Batches"
                columns={columns}
                rows={rows}
                keyOf={(batch) => batch.id}
                linkOf={(batch) => `/app/bulk/${batch.id}`}
                isStale={batches.isPlaceholderData}
              />
              <Pager offset={offset} limit={pageSize} total={total} onMove={setOffset} />
            </>
          )
        }
      </Loaded>
    </Card>
  );
}
