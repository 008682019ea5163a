import type { PluginName } from '../../platform/config.ts';
import type { MembershipRow, Person } from '../access/accounts/index.ts';
import type { listClaims } from '../sandbox/index.ts';

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
