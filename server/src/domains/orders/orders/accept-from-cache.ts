import { assertDefined } from '../../../kit/assert-defined.ts';
import { currentTestClock } from '../../../kit/test-clock.ts';
import { createBatcher } from '../../../platform/batcher.ts';
import { isConnectionLost } from '../../../platform/database/index.ts';
import type { SignLink } from '../../../platform/secrets/index.ts';
import { allowFromCache, type CachedTotalsStore, type LinkInput, linkInput } from '../../access/policies/index.ts';
import { type PolicyNeeds, type Proposal, policyRequestOf } from './accept-under-policy.ts';
import { isOrderIdTaken } from './keyed-id.ts';
import { type Acceptance, type AllowedOrder, acceptAllowed } from './sql-accept.ts';

export interface CachedAcceptNeeds extends PolicyNeeds {
  cachedTotals: CachedTotalsStore;
  sign: SignLink;
}

type AcceptFromCache = (proposal: Proposal) => Promise<Acceptance>;

const undecidedAcceptance: Acceptance = { kind: 'undecided' };

/**
 * Accepts orders that the cached totals allow, in one statement that checks that the totals are still right.
 * `undecided` orders were not written; the policy acceptor counts and decides. One statement runs at a time, so no
 * order finds its account's chain moved.
 */
export function createCachedAcceptor(needs: CachedAcceptNeeds): AcceptFromCache {
  return createBatcher<Proposal, Acceptance>({
    maxBatch: 50,
    maxInFlight: 1,
    conflictKey: ({ order }) => order.id,
    run: (proposals) => acceptBatch(needs, proposals),
  });
}

interface AllowedProposal {
  proposal: Proposal;
  link: LinkInput;
}

async function acceptBatch(needs: CachedAcceptNeeds, proposals: Proposal[]): Promise<Acceptance[]> {
  const allowed = decideFromCache(needs, proposals);
  if (allowed.length === 0) return proposals.map(() => undecidedAcceptance);
  const orders: AllowedOrder[] = [];
  for (const { proposal, link } of allowed) orders.push({ ...(await proposal.finish(null)), ...link });
  const acceptances = await acceptAllowed(needs.database, orders).catch((error: unknown) => {
    for (const { proposal } of allowed) needs.cachedTotals.forget(proposal.caller);
    if (!isOrderIdTaken(error) && !isConnectionLost(error)) throw error;
    // Nothing was written, or the outcome is unknown. The policy acceptor finds out.
    return orders.map(() => undecidedAcceptance);
  });
  for (const [index, { proposal }] of allowed.entries()) {
    if (acceptances[index]?.kind !== 'accepted') needs.cachedTotals.forget(proposal.caller);
  }
  const byProposal = new Map(allowed.map(({ proposal }, index) => [proposal, assertDefined(acceptances[index])]));
  return proposals.map((proposal) => byProposal.get(proposal) ?? undecidedAcceptance);
}

function decideFromCache(
  { cachedTotals, clock, sign }: CachedAcceptNeeds,
  proposals: readonly Proposal[],
): AllowedProposal[] {
  // Cached totals are counted in real time.
  if (currentTestClock()) return [];
  const now = clock.now();
  const lastByAccount = new Map<string, LinkInput>();
  const allowed: AllowedProposal[] = [];
  for (const proposal of proposals) {
    const { accountId, world } = proposal.caller;
    const totals = cachedTotals.find(proposal.caller);
    const from = totals?.head;
    const asked = policyRequestOf({ ...proposal, titles: null });
    const row = totals && allowFromCache(sign, totals, asked, now, new Date(proposal.order.created_at));
    if (!totals || !from || !row) continue;
    const name = `${accountId} ${world}`;
    const before = lastByAccount.get(name);
    if (before) before.is_last_link = false;
    const link = { ...linkInput(row, before ? null : from), is_last_link: true };
    lastByAccount.set(name, link);
    allowed.push({ proposal, link });
  }
  return allowed;
}
