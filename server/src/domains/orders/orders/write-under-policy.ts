import { setTimeout as pause } from 'node:timers/promises';
import { secondMs } from '../../../kit/clock.ts';
import { linkSigner, type Vault } from '../../../platform/secrets/index.ts';
import type { Caller, Once } from '../../access/accounts/index.ts';
import { asksForTitles, createTotalsCache, findBinding, mayAsk } from '../../access/policies/index.ts';
import type { KnownProduct } from '../../catalog/products/index.ts';
import { createPolicyAcceptor, type Judged, type PolicyNeeds, titlesIn } from './accept-under-policy.ts';
import { draftQuestion, type NewQuestion } from './actions/index.ts';
import { type AnswerWith, type SerializedAnswer, serializeAnswer } from './serialize-answer.ts';
import type { NewOrder } from './sql-accept.ts';

/** So long the products of an order that may need an approval are looked up. */
const lookUpMs = 3 * secondMs;

export interface PolicyWriterNeeds extends PolicyNeeds {
  vault: Vault;
  publicUrl: string;
  /** What is known of the products of an order, in the order of its items. */
  productsOf(order: NewOrder): Promise<KnownProduct[]>;
}

export interface Written {
  acceptance: Judged;
  /** Null: it was not accepted. */
  answer: SerializedAnswer | null;
}

/** Writes orders of accounts that have policies. */
export function createPolicyWriter(needs: PolicyWriterNeeds) {
  const cache = createTotalsCache();
  const judge = createPolicyAcceptor({ ...needs, cache, sign: linkSigner(needs.vault) });

  async function productsFor(caller: Caller, order: NewOrder): Promise<KnownProduct[]> {
    const policies = await findBinding(needs.database.db, caller);
    if (policies.some(({ rules }) => asksForTitles(rules))) return needs.productsOf(order);
    if (!policies.some(({ rules }) => mayAsk(rules))) return [];
    // A slow store does not keep the client waiting: the person is told that the title is not known.
    return Promise.race([needs.productsOf(order), pause(lookUpMs, [], { ref: false })]);
  }

  const titlesFor = async (caller: Caller, order: NewOrder): Promise<string[] | null> =>
    titlesIn(await productsFor(caller, order));

  /** Whether the account had policies when its last order was decided. */
  const hadPolicies = (caller: Caller): boolean => cache.has(caller);

  /** The account has policies: they decide, perhaps after a person was asked. */
  async function writeUnderPolicy(
    caller: Caller,
    order: NewOrder,
    once: Once,
    answerWith: AnswerWith,
  ): Promise<Written> {
    let answer: SerializedAnswer | null = null;
    const proposal = {
      caller,
      order,
      once,
      async finish(question: NewQuestion | null) {
        const asked = question && (await draftQuestion(needs.vault, order.id, question, new Date(order.created_at)));
        answer = serializeAnswer({ ...order, is_decided: true, question: asked }, once, answerWith);
        return answer.order;
      },
    };
    const first = await judge({ ...proposal, products: null });
    const acceptance =
      first.kind === 'undecided' ? await judge({ ...proposal, products: await productsFor(caller, order) }) : first;
    return { acceptance, answer };
  }

  return { hadPolicies, writeUnderPolicy, titlesFor };
}
