import { useState } from 'react';
import type { ReplayFailedWebhookDeliveriesOutput } from '../../../../sdk/src/index.ts';
import { useChange } from '../../lib/data.ts';
import { plural } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Actions, Dialog } from '../../ui/dialog.tsx';
import { Select } from '../../ui/field.tsx';
import { ErrorNote } from '../../ui/states.tsx';
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
  const [isOpen, setIsOpen] = useState(false);
  const [hours, setHours] = useState('24');
  const replay = useChange<void, ReplayFailedWebhookDeliveriesOutput>(
    (api, _input, options) => {
      const failed_since = new Date(Date.now() - Number(hours) * hourMs).toISOString();
      return api.replayFailedWebhookDeliveries({ body: { failed_since } }, options);
    },
    {
      changes: ['deliveries'],
      onDone({ replayed }) {
        setIsOpen(false);
        notify(replayed === 0 ? 'Nothing had failed.' : `${plural(replayed, 'message')} will be sent again now.`);
      },
    },
  );
  return (
    <>
      <Button size="small" icon="refresh" onClick={() => setIsOpen(true)}>
        Send failed again
      </Button>
      <Dialog title="Send again what failed" isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <Select label="Made in" options={spans} value={hours} onChange={(change) => setHours(change.target.value)} />
        {replay.error && <ErrorNote error={replay.error} />}
        <Actions>
          <Button onClick={() => setIsOpen(false)}>Close</Button>
          <Button kind="primary" icon="refresh" isBusy={replay.isPending} onClick={() => replay.mutate()}>
            Send again
          </Button>
        </Actions>
      </Dialog>
    </>
  );
}
