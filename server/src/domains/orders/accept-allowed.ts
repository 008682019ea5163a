import { existing } from '../../kit/existing.ts';
import { createBatcher } from '../../platform/batcher.ts';
import { allowFrom, type ChainStep, type LinkRow, type Standings } from '../policies/index.ts';
import { askedOf, type PolicyNeeds, type Proposal } from './accept-under-policy.ts';
import { type Acceptance, type AllowedOrder, acceptAllowed } from './store-accept.ts';

export interface AllowNeeds extends PolicyNeeds {
  standings: Standings;
}

type Quick = (proposal: Proposal) => Promise<Acceptance>;

const undecided: Acceptance = { kind: 'undecided' };

/**
 * Accepts orders that the policies allow by what was counted before, in one statement that checks that it still holds. Whatever is
 * `undecided` afterwards was not written, and is for the policy acceptor, which counts.
 */
export function createAllowedAcceptor(needs: AllowNeeds): Quick {
  // An account's orders always take the same lane, so that none of them overtakes another and finds its chain moved.
  const lanes = [createLane(needs), createLane(needs)] as const;
  return (proposal) => lanes[Number.parseInt(proposal.caller.accountId.slice(-1), 16) % 2 === 0 ? 0 : 1](proposal);
}

function createLane(needs: AllowNeeds): Quick {
  return createBatcher<Proposal, Acceptance>({
    maxBatch: 50,
    maxInFlight: 1,
    conflictKey: ({ order }) => order.id,
    run: (proposals) => acceptTogether(needs, proposals),
  });
}

interface Allowed {
  proposal: Proposal;
  link: LinkRow;
}

async function acceptTogether(needs: AllowNeeds, proposals: Proposal[]): Promise<Acceptance[]> {
  const { allowed, steps } = decide(needs, proposals);
  if (allowed.length === 0) return proposals.map(() => undecided);
  const orders: AllowedOrder[] = [];
  for (const { proposal, link } of allowed) orders.push({ ...(await proposal.finish(null)), link });
  try {
    const acceptances = await acceptAllowed(needs.database, orders, steps);
    for (const [index, { proposal }] of allowed.entries()) {
      if (acceptances[index]?.kind !== 'accepted') needs.standings.forget(proposal.caller);
    }
    const byProposal = new Map(allowed.map(({ proposal }, index) => [proposal, existing(acceptances[index])]));
    return proposals.map((proposal) => byProposal.get(proposal) ?? undecided);
  } catch (error) {
    // Nothing was written, or nobody knows: what was decided here counts no more. Each is tried alone, and counted.
    for (const step of steps) needs.standings.forget(step);
    throw error;
  }
}

/** Those that are allowed, one after the other, and how far the chain of each account moves with them. */
function decide({ standings, clock }: AllowNeeds, proposals: readonly Proposal[]) {
  const now = clock.now();
  const stepByAccount = new Map<string, ChainStep>();
  const allowed: Allowed[] = [];
  for (const proposal of proposals) {
    const { accountId, world } = proposal.caller;
    const standing = standings.find(proposal.caller);
    const from = standing?.head;
    const link = standing && allowFrom(standing, askedOf(proposal), now);
    if (!standing || !from || !link) continue;
    const name = `${accountId} ${world}`;
    const step = stepByAccount.get(name);
    stepByAccount.set(name, { accountId, world, from: step?.from ?? from, to: standing.head });
    allowed.push({ proposal, link });
  }
  return { allowed, steps: [...stepByAccount.values()] };
}
