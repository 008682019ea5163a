import { useState } from 'react';
import type {
  EventType,
  ListWebhookEndpointsOutput,
  RotateWebhookEndpointSecretOutput,
} from '../../../../sdk/src/index.ts';
import { useChange } from '../../lib/data.ts';
import { fieldErrorsOf } from '../../lib/errors.ts';
import { Button } from '../../ui/button.tsx';
import { CopyLine } from '../../ui/copy-line.tsx';
import { Actions, Dialog } from '../../ui/dialog.tsx';
import { Checkbox, Input } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { ErrorNote } from '../../ui/states.tsx';
import { notify } from '../../ui/toast.tsx';
import { EventChoice } from './event-choice.tsx';

type Endpoint = ListWebhookEndpointsOutput['endpoints'][number];

/** Edits the URL and the events, or rotates the secret. */
export function EditEndpoint({ endpoint, onClose }: { endpoint: Endpoint; onClose(): void }) {
  const [url, setUrl] = useState(endpoint.url);
  const [events, setEvents] = useState<EventType[]>(endpoint.events ?? []);
  const [isActive, setIsActive] = useState(endpoint.is_active);
  const save = useChange(
    (api) =>
      api.updateWebhookEndpoint({
        endpoint_id: endpoint.id,
        body: {
          // The shown URL has no password, so an unchanged URL is not sent.
          ...(url.trim() === endpoint.url ? {} : { url: url.trim() }),
          events: events.length === 0 ? null : events,
          is_active: isActive,
        },
      }),
    {
      changes: ['endpoints'],
      onDone() {
        notify('Endpoint updated.');
        onClose();
      },
    },
  );
  const { url: urlError } = fieldErrorsOf(save.error);
  return (
    <FormDialog
      title="Edit endpoint"
      action="Save"
      otherwise="Close"
      isBusy={save.isPending}
      error={urlError ? null : save.error}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <Input label="URL" type="url" value={url} error={urlError} onChange={(change) => setUrl(change.target.value)} />
      <EventChoice chosen={events} onChange={setEvents} />
      <Checkbox
        label="Enabled"
        hint="Nothing is sent while the endpoint is disabled."
        checked={isActive}
        onChange={(change) => setIsActive(change.target.checked)}
      />
    </FormDialog>
  );
}

export function RotateSecret({ endpoint, onClose }: { endpoint: Endpoint; onClose(): void }) {
  const rotate = useChange<void, RotateWebhookEndpointSecretOutput>(
    (api, _input, options) => api.rotateWebhookEndpointSecret({ endpoint_id: endpoint.id }, options),
    { changes: ['endpoints'] },
  );
  return (
    <Dialog title={rotate.data ? 'New secret' : 'Rotate secret?'} isOpen onClose={onClose}>
      {rotate.data ? (
        <>
          <p>For 24 hours, messages are signed with both the old and the new secret.</p>
          <CopyLine text={rotate.data.secret} label="Signing secret" />
        </>
      ) : (
        <p>Messages to {endpoint.url} are signed with both secrets for 24 hours, so you have time to switch.</p>
      )}
      {rotate.error && <ErrorNote error={rotate.error} />}
      <Actions>
        <Button onClick={onClose}>{rotate.data ? 'Done' : 'Close'}</Button>
        {!rotate.data && (
          <Button kind="primary" isBusy={rotate.isPending} onClick={() => rotate.mutate()}>
            Rotate secret
          </Button>
        )}
      </Actions>
    </Dialog>
  );
}
