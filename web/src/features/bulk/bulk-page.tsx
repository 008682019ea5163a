import { Link } from 'wouter';
import type { ListBulkOrdersOutput } from '../../../../sdk/src/index.ts';
import { formatNumber, plural } from '../../lib/format.ts';
import { batchStatusLabels } from '../../lib/labels.ts';
import { Allowed } from '../../ui/allowed.tsx';
import { StatusBadge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { Page } from '../../ui/page.tsx';
import { PagedRows, usePages } from '../../ui/paged-rows.tsx';
import { EmptyState, Note } from '../../ui/states.tsx';
import type { Column } from '../../ui/table.tsx';
import { TimeAgo } from '../../ui/text.tsx';
import './bulk.css';
import type { Draft } from './draft.ts';
import { useDraftState } from './draft-state.ts';
import { UploadZone } from './upload-zone.tsx';

type Batch = ListBulkOrdersOutput['batches'][number];

export function BulkPage() {
  const state = useDraftState();
  return (
    <Page
      title="Bulk orders"
      lead="Place many orders at once from a CSV file."
      actions={<DownloadButton label="Template" name="template.csv" load={(api) => api.getBulkOrderTemplate()} />}
    >
      {state && <DraftCard draft={state.draft} isOutcomeUnknown={state.isOutcomeUnknown} />}
      <Allowed to="placeBulkOrder" isExplained>
        <UploadZone />
      </Allowed>
      <Batches />
    </Page>
  );
}

function DraftCard({ draft, isOutcomeUnknown }: { draft: Draft; isOutcomeUnknown: boolean }) {
  if (isOutcomeUnknown) {
    return (
      <Note tone="warn" title={`${draft.filename} may already be placed`}>
        You sent this batch, but the connection dropped before it was confirmed. Check the list below. If it isn't
        there, <Link href="/app/bulk/new">send it again</Link>. Nothing will be ordered twice.
      </Note>
    );
  }
  return (
    <Note title={`${draft.filename} is not placed yet`}>
      We saved {plural(draft.rows.length, 'row')} with your corrections. <Link href="/app/bulk/new">Continue</Link>, or
      choose another file below to replace them.
    </Note>
  );
}

const columns: readonly Column<Batch>[] = [
  { name: 'File', cell: (batch) => <span className="break">{batch.filename ?? 'Untitled batch'}</span> },
  { name: 'Status', cell: (batch) => <StatusBadge labels={batchStatusLabels} status={batch.status} /> },
  { name: 'Rows', cell: (batch) => formatNumber(batch.row_count), isNumber: true },
  { name: 'Placed', cell: (batch) => formatNumber(batch.placed_count), isNumber: true },
  { name: 'Failed', cell: (batch) => formatNumber(batch.failed_count), isNumber: true },
  { name: 'Uploaded', cell: (batch) => <TimeAgo at={batch.created_at} /> },
];

function Batches() {
  const pages = usePages(['batches'], 20, (api, page, options) => api.listBulkOrders(page, options));
  return (
    <Card title="Batches" isFlush>
      <PagedRows
        {...pages}
        label="Batches"
        rowsOf={({ batches }) => batches}
        table={{ columns, keyOf: (batch) => batch.id, linkOf: (batch) => `/app/bulk/${batch.id}` }}
        empty={
          <EmptyState icon="rows" title="No batches yet">
            Download the template, add one row per order, and drop the file above.
          </EmptyState>
        }
      />
    </Card>
  );
}
