import type { Call, FindQuery } from '../contract.ts';
import { attempt, type BrowserNeeds } from './attempt.ts';
import { enter } from './enter.ts';
import { handleIn } from './handle.ts';
import { openForMs } from './open-visits.ts';
import { buyingScope } from './scope.ts';
import { endPress } from './submit.ts';
import { take } from './walk.ts';

/**
 * Makes a late purchase impossible: the page with the button is closed, the account's cart emptied. A press that the
 * store may still be working on has the recipe's `late_seconds` to appear in the history.
 */
export async function fence(needs: BrowserNeeds, query: FindQuery, call: Call): Promise<{ fenced: boolean }> {
  const handle = handleIn(query.handle);
  if (!handle) return { fenced: false };
  if (handle.orderedAs || handle.link) return { fenced: true };
  await endPress(needs, handle.visit, call);
  await needs.open.end(handle.visit, 'fenced');
  if (needs.open.pressOf(handle.visit) === 'unknown' && (await needs.views?.isElsewhere(query.reference))) {
    return { fenced: false };
  }
  if (query.account && !(await emptied(needs, query, call))) return { fenced: false };
  const pressed = needs.open.pressOf(handle.visit);
  if (pressed === 'never') return { fenced: true };
  // A process that is gone pressed it before the page would have been closed, if at all.
  const pressedAt = pressed === 'unknown' ? Date.parse(handle.preparedAt) + openForMs : pressed;
  const lateMs = 1000 * (needs.recipe.late_seconds ?? 60);
  return { fenced: needs.clock.now().getTime() - pressedAt >= lateMs };
}

async function emptied(needs: BrowserNeeds, query: FindQuery, call: Call): Promise<boolean> {
  const { reference, account } = query;
  const purpose = { reference, purpose: 'fence' as const, account, signal: call.signal };
  const answer = await attempt(needs, purpose, async ({ visit, end }) => {
    const scope = buyingScope(needs.store, needs.recipe, visit, query);
    await enter(visit, needs.recipe, scope);
    await take(visit, 'empty_cart', needs.recipe.empty_cart, scope);
    await end('emptied the cart');
    return { kind: 'emptied' as const };
  });
  return answer.kind === 'emptied';
}
