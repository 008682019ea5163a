import { setTimeout as pause } from 'node:timers/promises';
import { secondMs } from '../../../kit/clock.ts';
import { linkSigner, type Vault } from '../../../platform/secrets/index.ts';
import type { Caller, MayPack, Once } from '../../access/accounts/index.ts';
import { asksForTitles, createStandings, findBinding, mayAsk } from '../../access/policies/index.ts';
import type { KnownProduct } from '../../catalog/products/index.ts';
import { createAllowedAcceptor } from './accept-allowed.ts';
import { createPolicyAcceptor, type Judged, type PolicyNeeds, titlesIn } from './accept-under-policy.ts';
import { draftQuestion, type NewQuestion } from './actions/index.ts';
import type { NewOrder } from './sql-accept.ts';
import { type AnswerWith, type Worded, worded } from './word-answer.ts';

/** So long the products of an order that may need an approval are looked up. */
const lookUpMs = 3 * secondMs;

export interface PolicyWriterNeeds extends PolicyNeeds {
  vault: Vault;
  mayPack: MayPack;
  publicUrl: string;
  /** What is known of the products of an order, in the order of its items. */
  productsOf(order: NewOrder): Promise<KnownProduct[]>;
}

export interface Written {
  acceptance: Judged;
  /** Null: it was not accepted, so nothing was worded. */
  answer: Worded | null;
}

/** Writes orders of accounts that have policies: by what was counted before, where that allows them, else counted anew. */
export function createPolicyWriter(needs: PolicyWriterNeeds) {
  const { mayPack } = needs;
  const standings = createStandings();
  const sign = linkSigner(needs.vault);
  const judge = createPolicyAcceptor({ ...needs, standings, sign });
  const allow = createAllowedAcceptor({ ...needs, standings, sign });

  /** Products are looked up only where a policy reads their titles or may ask a person, who wants to know what is bought. */
  async function productsFor(caller: Caller, order: NewOrder): Promise<KnownProduct[]> {
    const policies = await findBinding(needs.database.db, caller);
    if (policies.some(({ rules }) => asksForTitles(rules))) return needs.productsOf(order);
    if (!policies.some(({ rules }) => mayAsk(rules))) return [];
    // A slow store does not keep the client waiting: the person is told that the title is not known.
    return Promise.race([needs.productsOf(order), pause(lookUpMs, [], { ref: false })]);
  }

  const titlesFor = async (caller: Caller, order: NewOrder): Promise<string[] | null> =>
    titlesIn(await productsFor(caller, order));

  const wasAsked = (caller: Caller): boolean => standings.find(caller) !== null;

  /** The account has policies: they decide, perhaps after a person was asked. */
  async function writeUnderPolicy(
    caller: Caller,
    order: NewOrder,
    once: Once,
    answerWith: AnswerWith,
  ): Promise<Written> {
    let answer: Worded | null = null;
    const proposal = {
      caller,
      order,
      products: [],
      once,
      async finish(question: NewQuestion | null) {
        const asked = question && (await draftQuestion(needs.vault, order.id, question, new Date(order.created_at)));
        answer = await worded({ ...order, is_decided: true, question: asked }, { once, answerWith, mayPack });
        return answer.order;
      },
    };
    const isSimple = caller.limits.spendPerDay === null && !order.paid_by_client;
    const quick: Judged = isSimple && wasAsked(caller) ? await allow(proposal) : { kind: 'undecided' };
    const isOver = quick.kind === 'accepted' || quick.kind === 'remembered';
    const acceptance = isOver ? quick : await judge({ ...proposal, products: await productsFor(caller, order) });
    return { acceptance, answer };
  }

  return { wasAsked, writeUnderPolicy, titlesFor };
}
