import { existing } from '../../../kit/existing.ts';
import { createBatcher } from '../../../platform/batcher.ts';
import { isConnectionLost } from '../../../platform/database/index.ts';
import type { SignLink } from '../../../platform/secrets/index.ts';
import { allowFrom, type LinkInput, linkInput, type Standings } from '../../access/policies/index.ts';
import { askedOf, type PolicyNeeds, type Proposal } from './accept-under-policy.ts';
import { isTaken } from './keyed-id.ts';
import { type Acceptance, type AllowedOrder, acceptAllowed } from './sql-accept.ts';

export interface AllowNeeds extends PolicyNeeds {
  standings: Standings;
  sign: SignLink;
}

type Quick = (proposal: Proposal) => Promise<Acceptance>;

const undecided: Acceptance = { kind: 'undecided' };

/**
 * Accepts orders that the policies allow by what was counted before, in one statement that checks that it still holds. Whatever is
 * `undecided` afterwards was not written, and is for the policy acceptor, which counts. One statement at a time: no order overtakes
 * another of its account and finds its chain moved, and the more wait, the more share what a statement costs.
 */
export function createAllowedAcceptor(needs: AllowNeeds): Quick {
  return createBatcher<Proposal, Acceptance>({
    maxBatch: 50,
    maxInFlight: 1,
    conflictKey: ({ order }) => order.id,
    run: (proposals) => acceptTogether(needs, proposals),
  });
}

interface Allowed {
  proposal: Proposal;
  link: LinkInput;
}

async function acceptTogether(needs: AllowNeeds, proposals: Proposal[]): Promise<Acceptance[]> {
  const allowed = decide(needs, proposals);
  if (allowed.length === 0) return proposals.map(() => undecided);
  const orders: AllowedOrder[] = [];
  for (const { proposal, link } of allowed) orders.push({ ...(await proposal.finish(null)), ...link });
  const acceptances = await acceptAllowed(needs.database, orders).catch((error: unknown) => {
    for (const { proposal } of allowed) needs.standings.forget(proposal.caller);
    if (!isTaken(error) && !isConnectionLost(error)) throw error;
    // Nothing was written, or nobody knows: the policy acceptor finds out.
    return orders.map(() => undecided);
  });
  for (const [index, { proposal }] of allowed.entries()) {
    if (acceptances[index]?.kind !== 'accepted') needs.standings.forget(proposal.caller);
  }
  const byProposal = new Map(allowed.map(({ proposal }, index) => [proposal, existing(acceptances[index])]));
  return proposals.map((proposal) => byProposal.get(proposal) ?? undecided);
}

/** Those that are allowed, one after the other. */
function decide({ standings, clock, sign }: AllowNeeds, proposals: readonly Proposal[]): Allowed[] {
  const now = clock.now();
  const lastByAccount = new Map<string, LinkInput>();
  const allowed: Allowed[] = [];
  for (const proposal of proposals) {
    const { accountId, world } = proposal.caller;
    const standing = standings.find(proposal.caller);
    const from = standing?.head;
    const asked = askedOf({ ...proposal, titles: null });
    const row = standing && allowFrom(sign, standing, asked, now, new Date(proposal.order.created_at));
    if (!standing || !from || !row) continue;
    const name = `${accountId} ${world}`;
    const before = lastByAccount.get(name);
    if (before) before.is_last_link = false;
    const link = { ...linkInput(row, before ? null : from), is_last_link: true };
    lastByAccount.set(name, link);
    allowed.push({ proposal, link });
  }
  return allowed;
}
