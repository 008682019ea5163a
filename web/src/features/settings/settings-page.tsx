import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useChange } from '../../lib/data.ts';
import { useMe } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Input } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Page } from '../../ui/page.tsx';
import { ErrorNote, Loaded } from '../../ui/states.tsx';
import { notify } from '../../ui/toast.tsx';
import { MailsCard } from './mails-card.tsx';

/** The person's settings, for every account. */
export function SettingsPage() {
  const me = useMe();
  return (
    <Page title="Your settings" lead="These apply to every account you belong to." isNarrow>
      <Card title="Name">
        <Loaded data={me}>{({ name, email }) => <NameForm key={name} name={name ?? ''} email={email} />}</Loaded>
      </Card>
      <MailsCard />
    </Page>
  );
}

function NameForm({ name, email }: { name: string; email: string }) {
  const [text, setText] = useState(name);
  const queries = useQueryClient();
  const save = useChange<string>((api, to) => api.updateMe({ body: { name: to.trim() || null } }), {
    changes: ['team', 'activity'],
    onDone: () => {
      notify('Saved.');
      void queries.invalidateQueries({ queryKey: ['me'] });
    },
  });
  return (
    <Form name="name" onSubmit={() => save.mutate(text)}>
      <Input
        label="Your name"
        isOptional
        maxLength={100}
        value={text}
        hint={`Your team sees this name. If you don't set one, they see ${email}.`}
        onChange={(event) => setText(event.target.value)}
      />
      {save.error && <ErrorNote error={save.error} />}
      <div>
        <Button type="submit" isBusy={save.isPending}>
          Save name
        </Button>
      </div>
    </Form>
  );
}
