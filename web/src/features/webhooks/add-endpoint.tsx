import { useState } from 'react';
import type { CreateWebhookEndpointOutput } from '../../../../sdk/src/index.ts';
import { useChange } from '../../lib/data.ts';
import { Button } from '../../ui/button.tsx';
import { CopyLine } from '../../ui/copy-line.tsx';
import { Actions, Dialog } from '../../ui/dialog.tsx';
import { Input } from '../../ui/field.tsx';
import { ErrorNote } from '../../ui/states.tsx';
import { EventChoice, type EventType } from './event-choice.tsx';

export function AddEndpoint({ onClose }: { onClose(): void }) {
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState<EventType[]>([]);
  const add = useChange<void, CreateWebhookEndpointOutput>(
    (api, _input, options) =>
      api.createWebhookEndpoint({ body: { url: url.trim(), events: events.length === 0 ? null : events } }, options),
    { changes: ['endpoints'], isMessage: true },
  );
  if (add.data) {
    return (
      <Dialog title="Endpoint added" isOpen onClose={onClose}>
        <p>Check with this secret that a message comes from this service.</p>
        <CopyLine text={add.data.secret} label="Signing secret" />
        <Actions>
          <Button kind="primary" onClick={onClose}>
            Done
          </Button>
        </Actions>
      </Dialog>
    );
  }
  return (
    <Dialog title="Add an endpoint" isOpen onClose={onClose}>
      <form
        className="stack"
        onSubmit={(submit) => {
          submit.preventDefault();
          add.mutate();
        }}
      >
        <Input
          label="Address"
          type="url"
          required
          placeholder="https://shop.example.com/hooks"
          value={url}
          onChange={(change) => setUrl(change.target.value)}
        />
        <EventChoice chosen={events} onChange={setEvents} />
        {add.error && <ErrorNote error={add.error} />}
        <Actions>
          <Button onClick={onClose}>Close</Button>
          <Button kind="primary" type="submit" isBusy={add.isPending}>
            Add endpoint
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}
