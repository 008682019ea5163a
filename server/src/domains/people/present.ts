import type { Person } from '../accounts/index.ts';
import type { listClaims } from '../sandbox/index.ts';

interface Known {
  joinedAt: Date;
  claims: Awaited<ReturnType<typeof listClaims>>;
  receivesMail: boolean;
}

export function presentMe(person: Person, { joinedAt, claims, receivesMail }: Known) {
  return {
    email: person.email,
    account_id: person.accountId,
    is_operator: person.isOperator,
    created_at: joinedAt.toISOString(),
    mail_forwarding: receivesMail,
    claims: claims.map((claim) => ({
      claimed_at: claim.claimed_at.toISOString(),
      orders_moved: claim.orders_moved,
      keys_moved: claim.keys_moved,
    })),
  };
}
