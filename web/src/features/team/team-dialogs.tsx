import { useState } from 'react';
import type { GetTeamOutput } from '../../../../sdk/src/index.ts';
import { useChange, useData } from '../../lib/data.ts';
import { fieldErrorsOf } from '../../lib/errors.ts';
import { plural } from '../../lib/format.ts';
import { useSignOut } from '../../lib/session.ts';
import { WorldBadge } from '../../ui/badge.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Checkbox, Input, Select } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { notify } from '../../ui/toast.tsx';

export type Member = GetTeamOutput['people'][number];
export type Role = Member['role'];

export const roleOptions: readonly { value: Role; label: string }[] = [
  { value: 'viewer', label: 'Viewer: can view' },
  { value: 'buyer', label: 'Buyer: can order, cancel and return' },
  { value: 'owner', label: 'Owner: full access' },
];

/** The chosen role, or the least one. */
export const roleFrom = (text: string): Role => roleOptions.find(({ value }) => value === text)?.value ?? 'viewer';

export function InviteDialog({ onClose }: { onClose(): void }) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('buyer');
  const invite = useChange<{ email: string; role: Role }>((api, body, options) => api.invitePerson({ body }, options), {
    changes: ['team', 'activity', 'overview'],
    onDone: (_, { email: invited }) => {
      notify(`Invitation sent to ${invited}.`);
      onClose();
    },
  });
  const errors = fieldErrorsOf(invite.error);
  const hasFieldError = Object.keys(errors).length > 0;
  return (
    <FormDialog
      title="Invite member"
      action="Send invitation"
      isBusy={invite.isPending}
      error={hasFieldError ? null : invite.error}
      onSubmit={() => invite.mutate({ email: email.trim(), role })}
      onClose={onClose}
    >
      <Input
        label="Email address"
        type="email"
        autoComplete="off"
        value={email}
        error={errors.email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <Select
        label="Role"
        options={roleOptions}
        value={role}
        onChange={(event) => setRole(roleFrom(event.target.value))}
        hint="You can change it later. Owners can invite and remove members, including you."
      />
      <p className="quiet small">
        They get an email with a link that works once, expires in seven days, and only works for this address.
      </p>
    </FormDialog>
  );
}

export function RemoveDialog({ member, onClose }: { member: Member; onClose(): void }) {
  const name = member.name ?? member.email;
  const [revokesKeys, setRevokesKeys] = useState(true);
  const made = useData(['keys', 'made-by', member.id], (api, options) =>
    api.listKeys({ created_by: member.id, limit: 200 }, options),
  );
  const keys = made.data?.keys.filter((key) => key.revoked_at === null) ?? [];
  const remove = useChange((api) => api.removePerson({ person_id: member.id, revoke_keys: revokesKeys }), {
    changes: ['team', 'activity', 'keys'],
    onDone: () => {
      notify(`${name} removed.`);
      onClose();
    },
  });
  return (
    <Confirm
      title={`Remove ${name}?`}
      isOpen
      action="Remove"
      isBusy={remove.isPending || made.isPending}
      error={remove.error ?? made.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>They'll be signed out and lose access to this account.</p>
      {keys.length > 0 && (
        <>
          <p>{`They created ${plural(keys.length, 'active API key')}:`}</p>
          <ul>
            {keys.map((key) => (
              <li key={key.id} className="break">
                {key.label} <code>…{key.hint}</code> <WorldBadge world={key.world} />
              </li>
            ))}
          </ul>
          <Checkbox
            label={keys.length === 1 ? 'Revoke this key' : 'Revoke these keys'}
            hint="Apps that use revoked keys will stop working. Anyone with a copy can still use the keys you keep."
            checked={revokesKeys}
            onChange={(event) => setRevokesKeys(event.target.checked)}
          />
        </>
      )}
    </Confirm>
  );
}

export function LeaveDialog({ onClose }: { onClose(): void }) {
  const signOut = useSignOut();
  const leave = useChange((api) => api.leaveTeam(), {
    onDone: () => void signOut(false).catch(() => location.assign('/sign-in')),
  });
  return (
    <Confirm
      title="Leave this account?"
      isOpen
      action="Leave"
      isBusy={leave.isPending}
      error={leave.error}
      onConfirm={() => leave.mutate()}
      onClose={onClose}
    >
      <p>You'll be signed out, and only an owner can invite you again. Your other accounts aren't affected.</p>
    </Confirm>
  );
}
