import type { GetTeamOutput } from '../../../../sdk/src/index.ts';
import { useQueryParam, useSelectedRow } from '../../lib/address.ts';
import { useChange, useData } from '../../lib/data.ts';
import { humanizeName } from '../../lib/labels.ts';
import { useMe } from '../../lib/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Select } from '../../ui/field.tsx';
import { Page } from '../../ui/page.tsx';
import { ErrorNote, Loaded } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { TimeAgo } from '../../ui/text.tsx';
import { notify } from '../../ui/toast.tsx';
import { ActivityCard } from './activity-card.tsx';
import './team.css';
import {
  InviteDialog,
  LeaveDialog,
  type Member,
  RemoveDialog,
  type Role,
  roleFrom,
  roleOptions,
} from './team-dialogs.tsx';

export function TeamPage() {
  const me = useMe();
  const isOwner = me.data?.role === 'owner';
  const [tab, setTab] = useQueryParam('tab');
  const [dialog, setDialog] = useQueryParam('dialog');
  const invite = isOwner && (
    <Button kind="primary" icon="plus" onClick={() => setDialog('invite')}>
      Invite member
    </Button>
  );
  const current = tab === 'activity' ? 'activity' : 'people';
  return (
    <Page title="Team" lead="Members, their roles and their activity." actions={invite}>
      <Tabs
        label="Team"
        tabs={[
          { name: 'people', label: 'People' },
          { name: 'activity', label: 'Activity' },
        ]}
        current={current}
        onChoose={(name) => setTab(name === 'people' ? null : name)}
      >
        {current === 'people' ? <People isOwner={isOwner} /> : <ActivityCard />}
      </Tabs>
      {dialog === 'invite' && isOwner && <InviteDialog onClose={() => setDialog(null)} />}
    </Page>
  );
}

function People({ isOwner }: { isOwner: boolean }) {
  const team = useData(['team'], (api, options) => api.getTeam({}, options));
  const mine = team.data?.people.filter((member) => isOwner || member.is_you);
  const [leaving, setLeaving] = useSelectedRow('remove', mine, (member) => member.id);
  const close = () => setLeaving(null);
  return (
    <div className="stack">
      <Card isFlush>
        <Loaded data={team}>
          {({ people }) => (
            <Table
              label="People"
              columns={columnsFor(isOwner, setLeaving)}
              rows={people}
              keyOf={(member) => member.id}
            />
          )}
        </Loaded>
      </Card>
      {(team.data?.invitations.length ?? 0) > 0 && <Invitations isOwner={isOwner} team={team.data} />}
      {leaving &&
        (leaving.is_you ? <LeaveDialog onClose={close} /> : <RemoveDialog member={leaving} onClose={close} />)}
    </div>
  );
}

const columnsFor = (isOwner: boolean, remove: (member: Member) => void): readonly Column<Member>[] => [
  {
    name: 'Person',
    cell: (member) => (
      <span className="team-person">
        <span>
          {member.name ?? member.email} {member.is_you && <Badge>You</Badge>}
        </span>
        {member.name !== null && <span className="quiet small">{member.email}</span>}
      </span>
    ),
  },
  { name: 'Role', cell: (member) => <RoleCell member={member} isOwner={isOwner} />, isWide: true },
  { name: 'Joined', cell: (member) => <TimeAgo at={member.joined_at} />, isMinor: true },
  {
    name: 'Actions',
    hideName: true,
    cell: (member) =>
      (isOwner || member.is_you) && (
        <Button size="small" kind="quiet" onClick={() => remove(member)}>
          {member.is_you ? 'Leave' : 'Remove'}
          <span className="hidden"> {member.is_you ? 'this account' : member.email}</span>
        </Button>
      ),
  },
];

function RoleCell({ member, isOwner }: { member: Member; isOwner: boolean }) {
  const change = useChange<Role>((api, role) => api.changeRole({ person_id: member.id, body: { role } }), {
    changes: ['team', 'activity'],
    onDone: () => notify(`Role updated for ${member.name ?? member.email}.`),
  });
  if (!isOwner) return roleOptions.find(({ value }) => value === member.role)?.label ?? member.role;
  return (
    <>
      <Select
        label={`Role for ${member.email}`}
        hideLabel
        options={roleOptions}
        value={member.role}
        disabled={change.isPending}
        onChange={(event) => change.mutate(roleFrom(event.target.value))}
      />
      {change.error && <ErrorNote error={change.error} />}
    </>
  );
}

function Invitations({ isOwner, team }: { isOwner: boolean; team: GetTeamOutput | undefined }) {
  const revokeInvitation = useChange<string>((api, id) => api.takeInvitationBack({ invitation_id: id }), {
    changes: ['team', 'activity'],
    onDone: () => notify('Invitation revoked.'),
  });
  const rows = team?.invitations ?? [];
  return (
    <Card title="Invited" isFlush>
      {revokeInvitation.error && <ErrorNote error={revokeInvitation.error} />}
      <Table
        label="Invitations"
        rows={rows}
        keyOf={(row) => row.id}
        columns={[
          { name: 'Email address', cell: (row) => row.email },
          { name: 'Role', cell: (row) => humanizeName(row.role) },
          { name: 'Expires', cell: (row) => <TimeAgo at={row.expires_at} /> },
          {
            name: 'Actions',
            hideName: true,
            cell: (row) =>
              isOwner && (
                <Button
                  size="small"
                  kind="quiet"
                  isBusy={revokeInvitation.isPending}
                  onClick={() => revokeInvitation.mutate(row.id)}
                >
                  Revoke<span className="hidden"> the invitation for {row.email}</span>
                </Button>
              ),
          },
        ]}
      />
    </Card>
  );
}
