import type { PluginName } from '../../platform/config.ts';
import type { MemberRow, MembershipRow, Person } from '../access/accounts/index.ts';
import type { listClaims } from '../sandbox/index.ts';
import type { InvitationRow, OpenInvitation } from './sql-team.ts';

interface ProfileInput {
  joinedAt: Date;
  claims: Awaited<ReturnType<typeof listClaims>>;
  memberships: MembershipRow[];
  receivesMail: boolean;
  plugins: readonly PluginName[];
}

export function presentMe(person: Person, { joinedAt, claims, memberships, receivesMail, plugins }: ProfileInput) {
  return {
    email: person.email,
    person_id: person.id,
    name: person.name,
    account_id: person.accountId,
    role: person.role,
    accounts: memberships.map((each) => ({
      account_id: each.account_id,
      account: each.account_email,
      role: each.role,
    })),
    is_operator: person.isOperator,
    created_at: joinedAt.toISOString(),
    mail_forwarding: receivesMail,
    plugins: [...plugins],
    claims: claims.map((claim) => ({
      claimed_at: claim.claimed_at.toISOString(),
      orders_moved: claim.orders_moved,
      keys_moved: claim.keys_moved,
    })),
  };
}

export const presentMember = (row: MemberRow, yourId: string) => ({
  id: row.person_id,
  email: row.email,
  name: row.name,
  role: row.role,
  joined_at: row.created_at.toISOString(),
  is_you: row.person_id === yourId,
});

export const presentInvitation = (row: InvitationRow) => ({
  id: row.id,
  email: row.email,
  role: row.role,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
});

export const presentOffer = (row: OpenInvitation) => ({
  account_id: row.account_id,
  account: row.account_email,
  role: row.role,
  invited_by: row.inviter,
  expires_at: row.expires_at.toISOString(),
});
