import { useState } from 'react';
import type { CreateWebhookEndpointOutput, EventType } from '../../../../sdk/src/index.ts';
import { useChange } from '../../lib/data.ts';
import { fieldErrorsOf } from '../../lib/errors.ts';
import { Button } from '../../ui/button.tsx';
import { CopyLine } from '../../ui/copy-line.tsx';
import { Actions, Dialog } from '../../ui/dialog.tsx';
import { Input } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { EventChoice } from './event-choice.tsx';

export function AddEndpoint({ onClose }: { onClose(): void }) {
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState<EventType[]>([]);
  const add = useChange<void, CreateWebhookEndpointOutput>(
    (api, _input, options) =>
      api.createWebhookEndpoint({ body: { url: url.trim(), events: events.length === 0 ? null : events } }, options),
    { changes: ['endpoints', 'overview'], isMessage: true },
  );
  if (add.data) {
    return (
      <Dialog title="Endpoint added" isOpen onClose={onClose}>
        <p>Use this secret to verify that messages come from this service.</p>
        <CopyLine text={add.data.secret} label="Signing secret" />
        <Actions>
          <Button kind="primary" onClick={onClose}>
            Done
          </Button>
        </Actions>
      </Dialog>
    );
  }
  const { url: urlError } = fieldErrorsOf(add.error);
  return (
    <FormDialog
      title="Add an endpoint"
      action="Add endpoint"
      otherwise="Close"
      isBusy={add.isPending}
      error={urlError ? null : add.error}
      onSubmit={() => add.mutate()}
      onClose={onClose}
    >
      <Input
        label="URL"
        type="url"
        error={urlError}
        placeholder="https://shop.example.com/hooks"
        value={url}
        onChange={(change) => setUrl(change.target.value)}
      />
      <EventChoice chosen={events} onChange={setEvents} />
    </FormDialog>
  );
}
