import { useState } from 'react';
import type { CreateWebhookEndpointInput, CreateWebhookEndpointOutput } from '../../../../sdk/src/index.ts';
import { useChange } from '../../lib/data.ts';
import { webhookEventWords } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { CopyLine } from '../../ui/copy-line.tsx';
import { Actions, Dialog } from '../../ui/dialog.tsx';
import { Input } from '../../ui/field.tsx';
import { ErrorNote } from '../../ui/states.tsx';

type EventType = NonNullable<CreateWebhookEndpointInput['body']['events']>[number];

/** Those of the earlier API go to the addresses of their orders. */
const choices = Object.entries(webhookEventWords).filter(([name]) => name.includes('.')) as [EventType, string][];

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
  const toggle = (name: EventType) =>
    setEvents((chosen) => (chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name]));
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
        <fieldset className="event-choice">
          <legend>Events (choose none to be told of every one)</legend>
          {choices.map(([name, words]) => (
            <label key={name}>
              <input type="checkbox" checked={events.includes(name)} onChange={() => toggle(name)} />
              {words}
            </label>
          ))}
        </fieldset>
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
