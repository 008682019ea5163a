import { useState } from 'react';
import type { GetTeamOutput } from '../../../../sdk/src/index.ts';
import { useChange } from '../../lib/data.ts';
import { fieldErrorsOf } from '../../lib/errors.ts';
import { useSignOut } from '../../lib/session.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Input, Select } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { notify } from '../../ui/toast.tsx';

export type Member = GetTeamOutput['people'][number];
export type Role = Member['role'];

export const roleOptions: readonly { value: Role; label: string }[] = [
  { value: 'viewer', label: 'Viewer: looks' },
  { value: 'buyer', label: 'Buyer: buys, cancels, returns' },
  { value: 'owner', label: 'Owner: everything' },
];

/** What was chosen from the options; the least where it is none of them. */
export const roleFrom = (text: string): Role => roleOptions.find(({ value }) => value === text)?.value ?? 'viewer';

export function InviteDialog({ onClose }: { onClose(): void }) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('buyer');
  const invite = useChange<{ email: string; role: Role }>((api, body, options) => api.invitePerson({ body }, options), {
    changes: ['team', 'activity', 'overview'],
    onDone: (_, { email: invited }) => {
      notify(`An invitation is on its way to ${invited}.`);
      onClose();
    },
  });
  const errors = fieldErrorsOf(invite.error);
  const hasFieldError = Object.keys(errors).length > 0;
  return (
    <FormDialog
      title="Invite somebody"
      action="Send the invitation"
      otherwise="Not now"
      isBusy={invite.isPending}
      error={hasFieldError ? null : invite.error}
      onSubmit={() => invite.mutate({ email: email.trim(), role })}
      onClose={onClose}
    >
      <Input
        label="E-mail address"
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
        hint="You can change it later. Owners can invite and remove people, also you."
      />
      <p className="quiet small">
        They get a mail with a link that works once, for seven days, and only for this address.
      </p>
    </FormDialog>
  );
}

export function RemoveDialog({ member, onClose }: { member: Member; onClose(): void }) {
  const name = member.name ?? member.email;
  const remove = useChange((api) => api.removePerson({ person_id: member.id }), {
    changes: ['team', 'activity'],
    onDone: () => {
      notify(`${name} is off this account.`);
      onClose();
    },
  });
  return (
    <Confirm
      title={`Remove ${name}?`}
      isOpen
      action="Remove"
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>
        They are signed out at once and see nothing of this account any more. Keys that they created go on working:
        revoke those under API keys.
      </p>
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
      <p>You are signed out, and only an owner can invite you again. Your other accounts stay as they are.</p>
    </Confirm>
  );
}
