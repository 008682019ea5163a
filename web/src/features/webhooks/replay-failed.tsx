import { useState } from 'react';
import type { ListWebhookDeliveriesInput, ReplayFailedWebhookDeliveriesOutput } from '../../../../sdk/src/index.ts';
import { useQueryParam } from '../../lib/address.ts';
import { useChange } from '../../lib/data.ts';
import { plural } from '../../lib/format.ts';
import { useMay } from '../../lib/role.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Select } from '../../ui/field.tsx';
import { notify } from '../../ui/toast.tsx';

const hourMs = 3_600_000;
const spans = [
  { value: '1', label: 'The last hour' },
  { value: '24', label: 'The last day' },
  { value: '168', label: 'The last week' },
  { value: '720', label: 'The last 30 days' },
];

const statuses = [
  { value: 'failed', label: 'Failed or stopped' },
  { value: 'retrying', label: 'Retrying' },
] as const;

type Filter = Pick<ListWebhookDeliveriesInput, 'status' | 'event' | 'order_id' | 'endpoint_id' | 'url'>;

/** Resends everything that failed and matches the filters. */
export function ReplayFailed({ filter }: { filter: Filter }) {
  const may = useMay();
  const [dialog, setDialog] = useQueryParam('dialog');
  const close = () => setDialog(null);
  const isOpen = dialog === 'replay' && may('replayFailedWebhookDeliveries');
  const [hours, setHours] = useState('24');
  const { status: listed, ...others } = filter;
  const [chosen, setStatus] = useState<'failed' | 'retrying' | null>(null);
  const status = chosen ?? (listed === 'retrying' ? 'retrying' : 'failed');
  const body = () => ({
    ...others,
    ...(status === 'retrying' ? { status } : {}),
    failed_since: new Date(Date.now() - Number(hours) * hourMs).toISOString(),
  });
  const replay = useChange<void, ReplayFailedWebhookDeliveriesOutput>(
    (api, _input, options) => api.replayFailedWebhookDeliveries({ body: body() }, options),
    {
      changes: ['deliveries', 'endpoints', 'overview'],
      onDone({ replayed }) {
        close();
        notify(replayed === 0 ? 'No failed deliveries.' : `${plural(replayed, 'message')} queued for resending.`);
      },
    },
  );
  const isFiltered = Object.values(others).some((value) => value !== undefined);
  return (
    <>
      <Button size="small" icon="refresh" does="replayFailedWebhookDeliveries" onClick={() => setDialog('replay')}>
        Resend failed deliveries
      </Button>
      <Confirm
        title="Resend failed deliveries"
        isOpen={isOpen}
        action="Resend"
        otherwise="Close"
        kind="primary"
        isBusy={replay.isPending}
        error={replay.error}
        onConfirm={() => replay.mutate()}
        onClose={close}
      >
        <Select label="Status" options={statuses} value={status} onChoose={setStatus} />
        <Select label="Created in" options={spans} value={hours} onChange={(change) => setHours(change.target.value)} />
        <p className="quiet small">
          {isFiltered ? 'Only deliveries that match the current filters.' : 'Deliveries to all endpoints.'} They keep
          their IDs and bodies.
        </p>
      </Confirm>
    </>
  );
}
