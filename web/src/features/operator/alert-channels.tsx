import { useState } from 'react';
import type { AddAlertChannelInput, AddAlertChannelOutput, ListAlertsOutput } from '../../../../sdk/src/index.ts';
import { useChange } from '../../lib/data.ts';
import { fieldErrorsOf } from '../../lib/errors.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyLine } from '../../ui/copy-line.tsx';
import { Actions } from '../../ui/dialog.tsx';
import { Choices, Input } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { ErrorNote, Note } from '../../ui/states.tsx';
import { notify } from '../../ui/toast.tsx';

type Channel = ListAlertsOutput['channels'][number];
type Kind = Channel['kind'];

/** Who is told beside the operators, and a form for one more. */
export function ChannelsCard({ channels }: { channels: Channel[] }) {
  const remove = useChange<Channel>((api, channel) => api.removeAlertChannel({ channel_id: channel.id }), {
    changes: ['operator-alerts', 'operator-audit'],
    onDone: () => notify('It is told no more.'),
  });
  return (
    <Card title="Who else is told">
      {channels.length > 0 && (
        <ul className="stack">
          {channels.map((channel) => (
            <li key={channel.id} className="amounts">
              <span className="break">
                {channel.kind === 'mail' ? 'Mail' : 'Webhook'}: <strong>{channel.target}</strong>
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
    <Form name="channel" noValidate onSubmit={submit}>
      <Choices
        label="By"
        name="channel-kind"
        value={kind}
        options={[
          { value: 'mail', label: 'Mail' },
          { value: 'webhook', label: 'Webhook' },
        ]}
        onChoose={(value) => setKind(value)}
      />
      <Input
        label={kind === 'mail' ? 'Address' : 'URL'}
        type={kind === 'mail' ? 'email' : 'url'}
        placeholder={kind === 'mail' ? 'pager@example.com' : 'https://pager.example.com/errand'}
        value={target}
        error={fieldErrorsOf(add.error).target}
        onChange={(event) => setTarget(event.target.value)}
      />
      {add.error && <ErrorNote error={add.error} />}
      {added?.secret && (
        <div role="status">
          <Note tone="good" title="It is told from now on">
            <p>Its messages are signed as Standard Webhooks with this secret, which is shown once:</p>
            <CopyLine label="Secret" text={added.secret} />
          </Note>
        </div>
      )}
      <Actions>
        <Button type="submit" isBusy={add.isPending}>
          Tell it too
        </Button>
      </Actions>
    </Form>
  );
}
