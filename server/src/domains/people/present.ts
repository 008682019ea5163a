import type { Person } from '../accounts/index.ts';
import type { listClaims } from '../sandbox/index.ts';

export function presentMe(person: Person, joinedAt: Date, claims: Awaited<ReturnType<typeof listClaims>>) {
  return {
    email: person.email,
    account_id: person.accountId,
    is_operator: person.isOperator,
    created_at: joinedAt.toISOString(),
    claims: claims.map((claim) => ({
      claimed_at: claim.claimed_at.toISOString(),
      orders_moved: claim.orders_moved,
      keys_moved: claim.keys_moved,
    })),
  };
}
