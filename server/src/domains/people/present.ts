import type { PluginName } from '../../platform/config.ts';
import { presentAs } from '../../platform/http/index.ts';
import type { MemberRow, MembershipRow, Person } from '../access/accounts/index.ts';
import type { listClaims } from '../sandbox/index.ts';
import { Invitation, Member, Offer } from './schema-team.ts';
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

export const presentMember = (row: MemberRow, yourId: string) =>
  presentAs(Member, { ...row, id: row.person_id, joined_at: row.created_at, is_you: row.person_id === yourId });

export const presentInvitation = (row: InvitationRow) => presentAs(Invitation, row);

export const presentOffer = (row: OpenInvitation) =>
  presentAs(Offer, { ...row, account: row.account_email, invited_by: row.inviter });
