import { useState } from 'react';
import type { ListIncidentsOutput, OpenIncidentInput, UpdateIncidentInput } from '../../../../sdk/src/index.ts';
import { useChange, useData } from '../../lib/data.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Actions } from '../../ui/dialog.tsx';
import { Checkbox, Choices, Input, Textarea } from '../../ui/field.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState, ErrorNote, Loaded } from '../../ui/states.tsx';
import { ExternalLink, Moment } from '../../ui/text.tsx';
import { notify } from '../../ui/toast.tsx';
import './operator.css';
import { Form } from '../../ui/form.tsx';

type Incident = ListIncidentsOutput['incidents'][number];
type State = Incident['state'];
type Component = Incident['components'][number];

const stateWords: Record<State, string> = {
  investigating: 'Looking into it',
  identified: 'We know why',
  monitoring: 'Mended, watching',
  resolved: 'Over',
};
const states: readonly State[] = ['investigating', 'identified', 'monitoring', 'resolved'];
const componentWords: Record<Component, string> = {
  api: 'API and dashboard',
  placing: 'Placing orders',
  tracking: 'Tracking parcels',
  mail: 'Mail',
  webhooks: 'Webhooks',
};
const components: readonly Component[] = ['api', 'placing', 'tracking', 'mail', 'webhooks'];

export function IncidentsPage() {
  const incidents = useData(['operator-incidents'], (api, options) => api.listIncidents({}, options), {
    refresh: 30_000,
  });
  return (
    <Page
      title="Status page"
      lead={
        <>
          What everybody reads at <ExternalLink href={`${location.origin}/status`}>/status</ExternalLink>. Write nothing
          here that the public should not know.
        </>
      }
      isNarrow
    >
      <Loaded data={incidents}>
        {({ incidents: all }) => (
          <>
            {all.map((incident) => (
              <IncidentCard key={incident.id} incident={incident} />
            ))}
            {all.length === 0 && <EmptyState icon="check" title="Nothing was told in the last 90 days" />}
          </>
        )}
      </Loaded>
      <OpenCard />
    </Page>
  );
}

function IncidentCard({ incident }: { incident: Incident }) {
  return (
    <Card title={incident.title}>
      <p>
        <Badge tone={incident.resolved_at ? 'good' : 'warn'}>{stateWords[incident.state]}</Badge>{' '}
        {incident.components.map((name) => componentWords[name]).join(', ')}
      </p>
      <ol className="stack">
        {incident.updates.map((update) => (
          <li key={update.id}>
            <p className="break">
              <strong>{stateWords[update.state]}.</strong> {update.text}
            </p>
            <p className="quiet small">
              <Moment at={update.at} />
            </p>
          </li>
        ))}
      </ol>
      {incident.resolved_at === null && <UpdateForm id={incident.id} state={incident.state} />}
    </Card>
  );
}

const stateOptions = states.map((value) => ({ value, label: stateWords[value] }));

function UpdateForm({ id, state: current }: { id: string; state: State }) {
  const [state, setState] = useState<State>(current);
  const [text, setText] = useState('');
  const [isTried, setIsTried] = useState(false);
  const update = useChange<UpdateIncidentInput['body']>((api, body) => api.updateIncident({ incident_id: id, body }), {
    changes: ['operator-incidents', 'operator-audit'],
    onDone() {
      setText('');
      setIsTried(false);
      notify('The public can read it within a minute.');
    },
  });
  const submit = () => {
    setIsTried(true);
    if (text.trim() !== '') update.mutate({ state, text: text.trim() });
  };
  return (
    <Form name={id} noValidate onSubmit={submit}>
      <Choices
        label="How it stands"
        name={`state-${id}`}
        value={state}
        options={stateOptions}
        onChoose={(value) => setState(value)}
      />
      <Textarea
        label="What there is to say"
        maxLength={5000}
        value={text}
        error={isTried && text.trim() === '' ? 'Write a few words.' : undefined}
        onChange={(event) => setText(event.target.value)}
      />
      {update.error && <ErrorNote error={update.error} />}
      <Actions>
        <Button type="submit" kind="primary" isBusy={update.isPending}>
          Tell it
        </Button>
      </Actions>
    </Form>
  );
}

function OpenCard() {
  const [title, setTitle] = useState('');
  const [text, setText] = useState('');
  const [parts, setParts] = useState<readonly Component[]>([]);
  const [isTried, setIsTried] = useState(false);
  const open = useChange<OpenIncidentInput['body']>((api, body) => api.openIncident({ body }), {
    changes: ['operator-incidents', 'operator-audit'],
    onDone() {
      setTitle('');
      setText('');
      setParts([]);
      setIsTried(false);
      notify('The public can read it within a minute.');
    },
  });
  const submit = () => {
    setIsTried(true);
    if (title.trim() === '' || text.trim() === '') return;
    open.mutate({ title: title.trim(), text: text.trim(), state: 'investigating', components: [...parts] });
  };
  return (
    <Card title="Something is wrong">
      <Form name="new" noValidate onSubmit={submit}>
        <Input
          label="Title"
          maxLength={200}
          value={title}
          error={isTried && title.trim() === '' ? 'Give it a title.' : undefined}
          onChange={(event) => setTitle(event.target.value)}
        />
        <Textarea
          label="What people should know"
          maxLength={5000}
          value={text}
          error={isTried && text.trim() === '' ? 'Write a few words.' : undefined}
          onChange={(event) => setText(event.target.value)}
        />
        {components.map((name) => (
          <Checkbox
            key={name}
            label={componentWords[name]}
            checked={parts.includes(name)}
            onChange={(event) =>
              setParts(event.target.checked ? [...parts, name] : parts.filter((one) => one !== name))
            }
          />
        ))}
        {open.error && <ErrorNote error={open.error} />}
        <Actions>
          <Button type="submit" kind="primary" isBusy={open.isPending}>
            Tell the public
          </Button>
        </Actions>
      </Form>
    </Card>
  );
}
