import { useState } from 'react';
import type { AddAlertChannelInput, AddAlertChannelOutput, ListAlertsOutput } from '../../../../sdk/src/index.ts';
import { useChange } from '../../lib/data.ts';
import { fieldErrorsOf } from '../../lib/errors.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyLine } from '../../ui/copy-line.tsx';
import { Choices, Input } from '../../ui/field.tsx';
import { Note } from '../../ui/states.tsx';
import { SubmitForm } from '../../ui/submit-form.tsx';
import { notify } from '../../ui/toast.tsx';

type Channel = ListAlertsOutput['channels'][number];
type Kind = Channel['kind'];

/** Who is notified besides the operators, and a form for one more. */
export function ChannelsCard({ channels }: { channels: Channel[] }) {
  const remove = useChange<Channel>((api, channel) => api.removeAlertChannel({ channel_id: channel.id }), {
    changes: ['operator-alerts', 'operator-audit'],
    onDone: () => notify('Channel removed.'),
  });
  return (
    <Card title="Notification channels">
      {channels.length > 0 && (
        <ul className="stack">
          {channels.map((channel) => (
            <li key={channel.id} className="amounts">
              <span className="break">
                {channel.kind === 'mail' ? 'Email' : 'Webhook'}: <strong>{channel.target}</strong>
              </span>
              <Button size="small" icon="trash" onClick={() => remove.mutate(channel)}>
                Remove<span className="hidden"> {channel.target}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <AddForm />
    </Card>
  );
}

function AddForm() {
  const [kind, setKind] = useState<Kind>('mail');
  const [target, setTarget] = useState('');
  const [added, setAdded] = useState<AddAlertChannelOutput | null>(null);
  const add = useChange<AddAlertChannelInput['body'], AddAlertChannelOutput>(
    (api, body) => api.addAlertChannel({ body }),
    {
      changes: ['operator-alerts', 'operator-audit'],
      onDone(answer) {
        setAdded(answer);
        setTarget('');
      },
    },
  );
  const submit = () => {
    if (target.trim() !== '') add.mutate({ kind, target: target.trim() });
  };
  return (
    <SubmitForm name="channel" action="Add channel" kind="plain" change={add} onSubmit={submit}>
      <Choices
        label="Type"
        name="channel-kind"
        value={kind}
        options={[
          { value: 'mail', label: 'Email' },
          { value: 'webhook', label: 'Webhook' },
        ]}
        onChoose={(value) => setKind(value)}
      />
      <Input
        label={kind === 'mail' ? 'Email address' : 'URL'}
        type={kind === 'mail' ? 'email' : 'url'}
        placeholder={kind === 'mail' ? 'pager@example.com' : 'https://pager.example.com/errand'}
        value={target}
        error={fieldErrorsOf(add.error).target}
        onChange={(event) => setTarget(event.target.value)}
      />
      {added?.secret && (
        <div role="status">
          <Note tone="good" title="Channel added">
            <p>Messages are signed with this secret (Standard Webhooks). It is shown only once:</p>
            <CopyLine label="Secret" text={added.secret} />
          </Note>
        </div>
      )}
    </SubmitForm>
  );
}
