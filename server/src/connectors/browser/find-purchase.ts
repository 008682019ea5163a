import type { Call, FindAnswer, FindQuery } from '../contract.ts';
import { attemptAtStore, type BrowserNeeds } from './attempt.ts';
import { handleIn, purchaseOf } from './handle.ts';
import { ensureLoggedIn } from './log-in.ts';
import { readHistory } from './past-orders.ts';
import { recognizePurchase } from './recognize-purchase.ts';
import { buyingScope } from './scope.ts';

/**
 * Looks through the history of the account, under its lock. Where the button was pressed, "nothing there" is the answer
 * only if the store's cart proved that the press did not take it.
 */
export async function find(needs: BrowserNeeds, query: FindQuery, call: Call): Promise<FindAnswer> {
  const handle = handleIn(query.handle);
  if (handle?.orderedAs) return { kind: 'found', purchase: purchaseOf(handle, handle.orderedAs) };
  const purchase = handle && needs.open.purchaseOf(handle.visit);
  if (purchase) return { kind: 'found', purchase };
  if (handle && needs.open.pressOf(handle.visit) === 'never') return { kind: 'absent' };
  if (needs.store.mode === 'link' || handle?.link !== undefined) return boughtByPersonAnswer;
  if (!needs.recipe.history) return noHistoryAnswer;
  if (!query.account) return guestAnswer;
  const { reference, account } = query;
  const purpose = { reference, purpose: 'find' as const, account, signal: call.signal };
  const answer = await attemptAtStore(needs, purpose, async ({ browserSession, end }) => {
    const scope = buyingScope(needs.store, needs.recipe, browserSession, query);
    await ensureLoggedIn(browserSession, needs.recipe, scope);
    const past = await readHistory(browserSession, needs.recipe, scope);
    await browserSession.recorder.take(browserSession.page, 'history');
    const decided = await recognizePurchase(needs, browserSession, scope, { past, query, handle });
    await end(`${decided.kind}: ${past.orders.length} orders in the history`);
    return decided;
  });
  if (answer.kind === 'absent' && handle && needs.open.cartOf(handle.visit) !== 'kept') return cartGoneAnswer;
  if (answer.kind === 'found' || answer.kind === 'absent' || answer.kind === 'unsure') return answer;
  return { kind: 'unsure', message: answer.kind === 'needs' ? answer.question.message : answer.message };
}

/** They buy as themselves: the account's history does not show it. */
const boughtByPersonAnswer: FindAnswer = {
  kind: 'unsure',
  message: 'Someone completes each purchase at this store manually. Ask them whether this order was placed.',
  isFinal: true,
};

const noHistoryAnswer: FindAnswer = {
  kind: 'unsure',
  message: "This store's recipe does not read the order history.",
  isFinal: true,
};

/** Only the store's pages could tell, and a guest sees no history. */
const guestAnswer: FindAnswer = {
  kind: 'unsure',
  message: 'This is a guest order, and the store does not show guest orders.',
  isFinal: true,
};

const cartGoneAnswer: FindAnswer = {
  kind: 'unsure',
  message:
    "The order history shows no purchase, but the items are no longer in the account's cart. The order may have gone through.",
};
