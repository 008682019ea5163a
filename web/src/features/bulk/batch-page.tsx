import { useParams } from 'wouter';
import type { GetBulkOrderOutput } from '../../../../sdk/src/index.ts';
import { useData } from '../../lib/data.ts';
import { formatNumber } from '../../lib/format.ts';
import { batchStatusLabels } from '../../lib/labels.ts';
import { StatusBadge } from '../../ui/badge.tsx';
import { Card, Figure } from '../../ui/card.tsx';
import { ShareBar } from '../../ui/chart.tsx';
import { DetailPage } from '../../ui/detail-page.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { Page } from '../../ui/page.tsx';
import { Moment } from '../../ui/text.tsx';
import { BatchRows } from './batch-rows.tsx';
import './bulk.css';
import { CorrectFailed } from './correct-failed.tsx';

const back = { to: '/app/bulk', label: 'Bulk orders' };

export function BatchPage() {
  const { id } = useParams<{ id: string }>();
  const batch = useData(['batches', id], (api, options) => api.getBulkOrder({ batch_id: id }, options));
  return (
    <DetailPage data={batch} title="Batch" icon="rows" back={back}>
      {(value) => <Shown batch={value} />}
    </DetailPage>
  );
}

function Shown({ batch }: { batch: GetBulkOrderOutput }) {
  const name = batch.filename ?? 'Untitled batch';
  return (
    <Page
      title={name}
      heading={
        <>
          <span className="break">{name}</span>
          <StatusBadge labels={batchStatusLabels} status={batch.status} />
        </>
      }
      back={back}
      lead={
        <>
          Uploaded <Moment at={batch.created_at} />
          {batch.notify_on_complete &&
            (batch.notified_at ? ' · We emailed you the results' : " · We'll email you when it's done")}
        </>
      }
      actions={
        <>
          <DownloadButton
            label="Results file"
            name={`results-${name.replace(/\.[a-z]{1,4}$/i, '')}.csv`}
            load={(api) => api.getBulkOrderResults({ batch_id: batch.id })}
          />
          <CorrectFailed batch={batch} />
        </>
      }
    >
      <BatchProgress batch={batch} />
      <BatchRows batch={batch} />
    </Page>
  );
}

function BatchProgress({ batch }: { batch: GetBulkOrderOutput }) {
  const cancelled = batch.rows.filter((row) => row.status === 'cancelled').length;
  const over = batch.placed_count + batch.failed_count + cancelled;
  return (
    <Card>
      <div className="batch-progress">
        <ShareBar
          label={`Placed: ${formatNumber(batch.placed_count)}, failed: ${formatNumber(batch.failed_count)}, canceled: ${formatNumber(cancelled)}`}
          shares={[
            { name: 'placed', value: batch.placed_count, tone: 'good' },
            { name: 'failed', value: batch.failed_count, tone: 'bad' },
            { name: 'cancelled', value: cancelled, tone: 'warn' },
            { name: 'open', value: batch.row_count - over, tone: 'neutral' },
          ]}
        />
        <p className="quiet small" role="status">
          {formatNumber(over)} of {formatNumber(batch.row_count)} orders completed
        </p>
      </div>
      <div className="batch-figures">
        <Figure label="Placed" value={formatNumber(batch.placed_count)} />
        <Figure label="Failed" value={formatNumber(batch.failed_count)} />
        <Figure label="Canceled" value={formatNumber(cancelled)} />
        <Figure label="In progress" value={formatNumber(batch.row_count - over)} />
      </div>
    </Card>
  );
}
