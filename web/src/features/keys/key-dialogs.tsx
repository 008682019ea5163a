import { useState } from 'react';
import type { CreateKeyOutput } from '../../../../sdk/src/index.ts';
import { useChange } from '../../lib/data.ts';
import { useWorld, worldNames } from '../../lib/world.tsx';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { CopyLine } from '../../ui/copy-line.tsx';
import { Actions, Dialog } from '../../ui/dialog.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Note } from '../../ui/states.tsx';
import { notify } from '../../ui/toast.tsx';
import { KeyFields } from './key-fields.tsx';
import { emptyForm, formOf, type Key, type KeyForm, limitsOf, permissionsBody, problemsOf } from './limits.ts';

/** The key is kept only while it is shown. */
export function NewKeyDialog({ onClose }: { onClose(): void }) {
  const { world } = useWorld();
  const [form, setForm] = useState<KeyForm>({ ...emptyForm, world, scopeLevel: 'manage' });
  const [isTried, setIsTried] = useState(false);
  const create = useChange<KeyForm, CreateKeyOutput>(
    (api, form) =>
      api.createKey({
        body: { label: form.label.trim(), world: form.world, limits: limitsOf(form), ...permissionsBody(form) },
      }),
    { changes: ['keys', 'overview'] },
  );
  if (create.data) return <ShownOnce made={create.data} onClose={onClose} />;
  const errors = problemsOf(form);
  return (
    <FormDialog
      title="New API key"
      action="Create key"
      isBusy={create.isPending}
      error={create.error}
      onSubmit={() => {
        setIsTried(true);
        if (Object.keys(errors).length === 0) create.mutate(form);
      }}
      onClose={onClose}
    >
      <KeyFields form={form} errors={isTried ? errors : {}} isNew onChange={setForm} />
    </FormDialog>
  );
}

function ShownOnce({ made, onClose }: { made: CreateKeyOutput; onClose(): void }) {
  return (
    <Dialog title="Copy your key now" isOpen onClose={onClose}>
      <Note tone="warn" title="You won't see this key again">
        We only store a hash of the key. If you lose it, revoke it and create a new one.
      </Note>
      <CopyLine text={made.api_key} label={`API key ${made.label}`} />
      <p className="quiet small">
        Send it as <code>Authorization: Bearer …</code>. It only works in {worldNames[made.world].toLowerCase()} mode.
      </p>
      <Actions>
        <Button kind="primary" onClick={onClose}>
          I copied the key
        </Button>
      </Actions>
    </Dialog>
  );
}

export function EditKeyDialog({ apiKey, onClose }: { apiKey: Key; onClose(): void }) {
  const [form, setForm] = useState(formOf(apiKey));
  const [isTried, setIsTried] = useState(false);
  const update = useChange<KeyForm>(
    (api, form) =>
      api.updateKey({
        id: apiKey.id,
        body: { label: form.label.trim(), limits: limitsOf(form), ...permissionsBody(form) },
      }),
    {
      changes: ['keys'],
      onDone() {
        notify('Key updated. The new limits apply now.');
        onClose();
      },
    },
  );
  const errors = problemsOf(form);
  return (
    <FormDialog
      title="Edit key"
      action="Save"
      isBusy={update.isPending}
      error={update.error}
      onSubmit={() => {
        setIsTried(true);
        if (Object.keys(errors).length === 0) update.mutate(form);
      }}
      onClose={onClose}
    >
      <KeyFields form={form} errors={isTried ? errors : {}} isNew={false} onChange={setForm} />
    </FormDialog>
  );
}

export function RevokeKeyDialog({ apiKey, onClose }: { apiKey: Key; onClose(): void }) {
  const revoke = useChange((api) => api.revokeKey({ id: apiKey.id }), {
    changes: ['keys'],
    onDone() {
      notify(`${apiKey.label} revoked.`);
      onClose();
    },
  });
  return (
    <Confirm
      title="Revoke this key?"
      isOpen
      action="Revoke key"
      isBusy={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate()}
      onClose={onClose}
    >
      <p className="break">
        Requests that use <strong>{apiKey.label}</strong> will be rejected. This can't be undone. The key's existing
        orders aren't affected.
      </p>
    </Confirm>
  );
}
