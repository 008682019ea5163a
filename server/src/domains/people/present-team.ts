import type { MemberRow } from '../access/accounts/index.ts';
import type { InvitationRow, OpenInvitation } from './sql-team.ts';

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
