import { linkSigner, type Vault } from '../../platform/secrets/index.ts';
import type { Caller } from '../accounts/index.ts';
import type { MayPack, Once } from '../idempotency/index.ts';
import { asksForTitles, createStandings, findBinding } from '../policies/index.ts';
import { draftQuestion, type NewQuestion } from '../questions/index.ts';
import { createAllowedAcceptor } from './accept-allowed.ts';
import { createPolicyAcceptor, type Judged, type PolicyNeeds } from './accept-under-policy.ts';
import type { NewOrder } from './store-accept.ts';
import { type AnswerWith, type Worded, worded } from './word-answer.ts';

export interface PolicyWriterNeeds extends PolicyNeeds {
  vault: Vault;
  mayPack: MayPack;
  /** What the products of an order are called; null when it cannot be told. */
  titlesOf(order: NewOrder): Promise<string[] | null>;
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

  /** Titles are looked up only where a policy wants to know them. */
  async function titlesFor(caller: Caller, order: NewOrder): Promise<string[] | null> {
    const policies = await findBinding(needs.database.db, caller);
    return policies.some(({ rules }) => asksForTitles(rules)) ? needs.titlesOf(order) : null;
  }

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
      titles: null,
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
    const acceptance = isOver ? quick : await judge({ ...proposal, titles: await titlesFor(caller, order) });
    return { acceptance, answer };
  }

  return { wasAsked, writeUnderPolicy, titlesFor };
}
