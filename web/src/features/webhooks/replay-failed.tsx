import { useState } from 'react';
import type { ReplayFailedWebhookDeliveriesOutput } from '../../../../sdk/src/index.ts';
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

/** After an outage of the receiver: everything that was given up meanwhile, at once. */
export function ReplayFailed() {
  const may = useMay();
  const [dialog, setDialog] = useQueryParam('dialog');
  const close = () => setDialog(null);
  const [hours, setHours] = useState('24');
  const replay = useChange<void, ReplayFailedWebhookDeliveriesOutput>(
    (api, _input, options) => {
      const failed_since = new Date(Date.now() - Number(hours) * hourMs).toISOString();
      return api.replayFailedWebhookDeliveries({ body: { failed_since } }, options);
    },
    {
      changes: ['deliveries'],
      onDone({ replayed }) {
        close();
        notify(replayed === 0 ? 'No failed deliveries.' : `${plural(replayed, 'message')} queued for resending.`);
      },
    },
  );
  return (
    <>
      <Button size="small" icon="refresh" does="replayFailedWebhookDeliveries" onClick={() => setDialog('replay')}>
        Resend failed
      </Button>
      <Confirm
        title="Resend failed deliveries"
        isOpen={dialog === 'replay' && may('replayFailedWebhookDeliveries')}
        action="Resend"
        otherwise="Close"
        kind="primary"
        isBusy={replay.isPending}
        error={replay.error}
        onConfirm={() => replay.mutate()}
        onClose={close}
      >
        <Select label="Created in" options={spans} value={hours} onChange={(change) => setHours(change.target.value)} />
      </Confirm>
    </>
  );
}
