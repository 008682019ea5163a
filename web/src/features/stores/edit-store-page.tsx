import { useState } from 'react';
import { useLocation, useParams } from 'wouter';
import type { ChangeStoreInput, Store } from '../../../../sdk/src/index.ts';
import { useChange, useData } from '../../lib/data.ts';
import { fieldErrorsOf, isNotFound } from '../../lib/errors.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Actions } from '../../ui/dialog.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState, ErrorNote, Loaded, Note, Skeleton } from '../../ui/states.tsx';
import { notify } from '../../ui/toast.tsx';
import { StoreFields } from './store-fields.tsx';
import { changesOf, formOfStore, problemsOf } from './store-form.ts';
import { storePath } from './stores-page.tsx';
import { useFirstProblem } from './use-first-problem.ts';
import './stores.css';
import { Form } from '../../ui/form.tsx';

export function EditStorePage() {
  const { name = '' } = useParams();
  const store = useData(['operator-stores', name], (api, options) => api.getStore({ name }, options));
  return (
    <Page title={`Edit ${name}`} back={{ to: storePath(name), label: name }} isNarrow>
      {isNotFound(store.error) ? (
        <EmptyState icon="store" title="Store not found" />
      ) : (
        <Loaded data={store} skeleton={<Skeleton height={400} />}>
          {(known) => <Edit key={known.name} store={known} />}
        </Loaded>
      )}
    </Page>
  );
}

function Edit({ store }: { store: Store }) {
  // Only differences from this are sent, so a colleague's changes are kept.
  const [before] = useState(() => formOfStore(store));
  const [form, setForm] = useState(before);
  const [tries, setTries] = useState(0);
  const [, goTo] = useLocation();
  const change = useChange<ChangeStoreInput['body'], Store>(
    (api, body) => api.changeStore({ name: store.name, body }),
    {
      changes: ['operator-stores', 'operator-retailers', 'operator-audit', 'retailers'],
      onDone() {
        notify(`${store.name} updated.`);
        goTo(storePath(store.name));
      },
    },
  );
  const errors = { ...fieldErrorsOf(change.error), ...(tries > 0 ? problemsOf(form) : {}) };
  const element = useFirstProblem(tries, change.error);
  const submit = () => {
    setTries(tries + 1);
    if (Object.keys(problemsOf(form)).length > 0) return;
    const changes = changesOf(before, form);
    if (Object.keys(changes).length === 0) goTo(storePath(store.name));
    else change.mutate(changes);
  };
  return (
    <Form name="change" ref={element} className="stack" noValidate onSubmit={submit}>
      {store.from_file && (
        <Note tone="warn" title="This store is defined in a file">
          Errand applies the file every time it starts and overwrites changes made here. Edit the file too.
        </Note>
      )}
      <StoreFields form={form} errors={errors} isNew={false} kept={store.credentials} onChange={setForm} />
      {change.error && <ErrorNote error={change.error} />}
      <Actions>
        <ButtonLink to={storePath(store.name)}>Cancel</ButtonLink>
        <Button type="submit" kind="primary" isBusy={change.isPending}>
          Save
        </Button>
      </Actions>
    </Form>
  );
}
