import { useState } from 'react';
import type { ListIncidentsOutput, OpenIncidentInput, UpdateIncidentInput } from '../../../../sdk/src/index.ts';
import { useChange, useData } from '../../lib/data.ts';
import { keysOf } from '../../lib/fields.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox, Choices, Input, Textarea } from '../../ui/field.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState, Loaded, Skeleton } from '../../ui/states.tsx';
import { SubmitForm } from '../../ui/submit-form.tsx';
import { ExternalLink, Moment } from '../../ui/text.tsx';
import { notify } from '../../ui/toast.tsx';
import { useTexts } from '../../ui/use-texts.ts';

type Incident = ListIncidentsOutput['incidents'][number];
type State = Incident['state'];
type Component = Incident['components'][number];

const stateLabels: Record<State, string> = {
  investigating: 'Investigating',
  identified: 'Identified',
  monitoring: 'Monitoring',
  resolved: 'Resolved',
};
const componentLabels: Record<Component, string> = {
  api: 'API and dashboard',
  placing: 'Order placement',
  tracking: 'Package tracking',
  mail: 'Email',
  webhooks: 'Webhooks',
};

export function IncidentsPage() {
  const incidents = useData(['operator-incidents'], (api, options) => api.listIncidents({}, options), {
    refresh: 30_000,
  });
  return (
    <Page
      title="Status page"
      lead={
        <>
          Published at <ExternalLink href={`${location.origin}/status`}>/status</ExternalLink>. Everything you write
          here is public.
        </>
      }
      isNarrow
    >
      <Loaded data={incidents} skeleton={<Skeleton height={210} />}>
        {({ incidents: all }) => (
          <>
            {all.map((incident) => (
              <IncidentCard key={incident.id} incident={incident} />
            ))}
            {all.length === 0 && <EmptyState icon="check" title="No incidents in the last 90 days" />}
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
        <Badge tone={incident.resolved_at ? 'good' : 'warn'}>{stateLabels[incident.state]}</Badge>{' '}
        {incident.components.map((name) => componentLabels[name]).join(', ')}
      </p>
      <ol className="stack">
        {incident.updates.map((update) => (
          <li key={update.id}>
            <p className="break">
              <strong>{stateLabels[update.state]}.</strong> {update.text}
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

const stateOptions = keysOf(stateLabels).map((value) => ({ value, label: stateLabels[value] }));
const published = 'Published. The status page updates within a minute.';
const problemsOf = <Name extends string>(typed: Record<Name, string>): Partial<Record<Name, string>> => {
  const problems: Partial<Record<Name, string>> = {};
  for (const name of keysOf(typed)) if (typed[name].trim() === '') problems[name] = 'This field is required.';
  return problems;
};

function UpdateForm({ id, state: current }: { id: string; state: State }) {
  const [state, setState] = useState<State>(current);
  const form = useTexts({ text: '' }, problemsOf);
  const update = useChange<UpdateIncidentInput['body']>((api, body) => api.updateIncident({ incident_id: id, body }), {
    changes: ['operator-incidents', 'operator-audit'],
    onDone() {
      form.clear();
      notify(published);
    },
  });
  return (
    <SubmitForm
      name={id}
      action="Publish update"
      change={update}
      onSubmit={() => form.attempt(() => update.mutate({ state, text: form.typed.text.trim() }))}
    >
      <Choices<State> label="Status" name={`state-${id}`} value={state} options={stateOptions} onChoose={setState} />
      <Textarea label="Update" maxLength={5000} {...form.field('text')} />
    </SubmitForm>
  );
}

function OpenCard() {
  const form = useTexts({ title: '', text: '' }, problemsOf);
  const [parts, setParts] = useState<readonly Component[]>([]);
  const open = useChange<OpenIncidentInput['body']>((api, body) => api.openIncident({ body }), {
    changes: ['operator-incidents', 'operator-audit'],
    onDone() {
      form.clear();
      setParts([]);
      notify(published);
    },
  });
  const submit = () => {
    const { title, text } = form.typed;
    open.mutate({ title: title.trim(), text: text.trim(), state: 'investigating', components: [...parts] });
  };
  return (
    <Card title="New incident">
      <SubmitForm name="new" action="Publish incident" change={open} onSubmit={() => form.attempt(submit)}>
        <Input label="Title" maxLength={200} {...form.field('title')} />
        <Textarea label="Message" maxLength={5000} {...form.field('text')} />
        <fieldset>
          <legend className="field-label">Affected</legend>
          {keysOf(componentLabels).map((name) => (
            <Checkbox
              key={name}
              label={componentLabels[name]}
              checked={parts.includes(name)}
              onChange={(event) =>
                setParts(event.target.checked ? [...parts, name] : parts.filter((one) => one !== name))
              }
            />
          ))}
        </fieldset>
      </SubmitForm>
    </Card>
  );
}
