import { refuse } from '../refuse.ts';
import { RecipeBroken, StoreSaysNo } from './endings.ts';
import { holds, within } from './page-watch.ts';
import type { Recipe } from './recipe.ts';
import type { Visit } from './visit.ts';
import { take } from './walk.ts';
import type { Scope } from './words.ts';

const shownWithinMs = 1_000;

/** Is logged in afterwards: by the session that was kept, else with the password and what the store asks beside it. */
export async function enter(visit: Visit, recipe: Recipe, given: Scope): Promise<void> {
  const { account } = visit;
  if (!account) return recipe.guest ? take(visit, 'guest', recipe.guest, { ...given }) : undefined;
  const { log_in: logIn } = recipe;
  if (!logIn) {
    const message = 'The recipe of this store has no log-in: it is bought from as a guest.';
    throw new StoreSaysNo(refuse('login_failed', message, { detail: 'account_unsupported' }));
  }
  const password = await account.password();
  visit.film.hide(password);
  const scope = { ...given, account: { email: account.email, password } };
  if (visit.resumed) await visit.page.goto(visit.resumed.url, { waitUntil: 'commit' });
  else {
    await take(visit, 'log_in', logIn.start, scope);
    // A header that knows who is there may come a moment after the page.
    const walk = visit.walk('log_in', scope);
    if (await within(walk, () => holds(walk, logIn.logged_in), shownWithinMs)) return;
    visit.logInBeganAt = new Date();
  }
  await take(visit, 'log_in', logIn.steps, scope, visit.resumed ? { from: visit.resumed.step } : {});
  const walk = visit.walk('log_in', scope);
  if (!(await within(walk, () => holds(walk, logIn.logged_in), 1000 * (recipe.patience_seconds ?? 20)))) {
    throw new RecipeBroken('After the steps of log_in the page does not look logged in.');
  }
  // A trusted device is not asked again: what the store left here is kept with the account.
  if ('save' in account.session) await account.session.save(await visit.state());
}
