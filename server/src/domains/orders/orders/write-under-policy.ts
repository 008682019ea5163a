import { setTimeout as pause } from 'node:timers/promises';
import { secondMs } from '../../../kit/clock.ts';
import { linkSigner, type Vault } from '../../../platform/secrets/index.ts';
import type { Caller, CanPackAnswers, IdempotentRequest } from '../../access/accounts/index.ts';
import { canRequireApproval, createCachedTotals, findBinding, needsTitles } from '../../access/policies/index.ts';
import type { KnownProduct } from '../../catalog/products/index.ts';
import { createCachedAcceptor } from './accept-from-cache.ts';
import { createPolicyAcceptor, type PolicyAcceptance, type PolicyNeeds, titlesOf } from './accept-under-policy.ts';
import { draftAction, type NewAction } from './actions/index.ts';
import { type SerializedAnswer, type SerializeOrder, serializeAnswer } from './serialize-answer.ts';
import type { NewOrder } from './sql-accept.ts';

/** How long to look up the products of an order that may need approval. */
const titleLookupMs = 3 * secondMs;

export interface PolicyWriterNeeds extends PolicyNeeds {
  vault: Vault;
  mayPack: CanPackAnswers;
  publicUrl: string;
  /** What is known about the products, in the order of the items. */
  productsOf(order: NewOrder): Promise<KnownProduct[]>;
}

export interface WrittenOrder {
  acceptance: PolicyAcceptance;
  /** Null: the order was not accepted. */
  answer: SerializedAnswer | null;
}

/** Writes orders of accounts with policies: from cached totals if they allow it, otherwise counted again. */
export function createPolicyWriter(needs: PolicyWriterNeeds) {
  const { mayPack } = needs;
  const cachedTotals = createCachedTotals();
  const sign = linkSigner(needs.vault);
  const judge = createPolicyAcceptor({ ...needs, cachedTotals, sign });
  const allow = createCachedAcceptor({ ...needs, cachedTotals, sign });

  /** Looks up products only if a policy reads their titles or may require approval. */
  async function productsFor(caller: Caller, order: NewOrder): Promise<KnownProduct[]> {
    const policies = await findBinding(needs.database.db, caller);
    if (policies.some(({ rules }) => needsTitles(rules))) return needs.productsOf(order);
    if (!policies.some(({ rules }) => canRequireApproval(rules))) return [];
    // The client does not wait for a slow store. The approver then sees that the title is unknown.
    return Promise.race([needs.productsOf(order), pause(titleLookupMs, [], { ref: false })]);
  }

  const titlesFor = async (caller: Caller, order: NewOrder): Promise<string[] | null> =>
    titlesOf(await productsFor(caller, order));

  const hasCachedTotals = (caller: Caller): boolean => cachedTotals.find(caller) !== null;

  async function writeUnderPolicy(
    caller: Caller,
    order: NewOrder,
    once: IdempotentRequest,
    answerWith: SerializeOrder,
  ): Promise<WrittenOrder> {
    let answer: SerializedAnswer | null = null;
    const proposal = {
      caller,
      order,
      products: [],
      once,
      async finish(question: NewAction | null) {
        const asked = question && (await draftAction(needs.vault, order.id, question, new Date(order.created_at)));
        answer = await serializeAnswer({ ...order, is_decided: true, question: asked }, { once, answerWith, mayPack });
        return answer.order;
      },
    };
    const isSimple =
      caller.limits.spendPerDay === null && !order.paid_by_client && !order.paid_by_card && !order.exchange;
    const quick: PolicyAcceptance = isSimple && hasCachedTotals(caller) ? await allow(proposal) : { kind: 'undecided' };
    const isOver = quick.kind === 'accepted' || quick.kind === 'remembered';
    const acceptance = isOver ? quick : await judge({ ...proposal, products: await productsFor(caller, order) });
    return { acceptance, answer };
  }

  return { hasCachedTotals, writeUnderPolicy, titlesFor };
}
