import { refuse } from '../refuse.ts';
import { RecipeBroken, StoreRefusal } from './attempt-errors.ts';
import type { BrowserSession } from './browser-session.ts';
import { meetsCondition, patienceMsOf, waitWithin } from './page-watch.ts';
import type { Recipe } from './recipe.ts';
import { runSteps } from './run-steps.ts';
import type { Scope } from './templates.ts';

const shownWithinMs = 1_000;

/** Logs in: with the saved session, or with the password and a code. */
export async function ensureLoggedIn(browserSession: BrowserSession, recipe: Recipe, given: Scope): Promise<void> {
  const { account } = browserSession;
  if (!account) return recipe.guest ? runSteps(browserSession, 'guest', recipe.guest, { ...given }) : undefined;
  const { log_in: logIn } = recipe;
  if (!logIn) {
    const message = "This store's recipe has no login. Orders are placed as a guest.";
    throw new StoreRefusal(refuse('login_failed', message, { detail: 'account_unsupported' }), 'log_in');
  }
  const password = await account.password();
  browserSession.recorder.hide(password);
  const scope = { ...given, account: { email: account.email, password } };
  if (browserSession.resumed) await browserSession.page.goto(browserSession.resumed.url, { waitUntil: 'commit' });
  else {
    await runSteps(browserSession, 'log_in', logIn.start, scope, { place: 'log_in/start' });
    // The header may show the account a moment after the page loads.
    const run = browserSession.startPart('log_in', scope);
    if (await waitWithin(run, () => meetsCondition(run, logIn.logged_in), shownWithinMs)) return;
    browserSession.logInBeganAt = new Date();
  }
  await runSteps(
    browserSession,
    'log_in',
    logIn.steps,
    scope,
    browserSession.resumed ? { from: browserSession.resumed.step } : {},
  );
  const run = browserSession.startPart('log_in', scope);
  if (!(await waitWithin(run, () => meetsCondition(run, logIn.logged_in), patienceMsOf(recipe)))) {
    throw new RecipeBroken('The page does not appear to be logged in after the log_in steps.');
  }
  // Keep the session with the account: a trusted device is not asked again.
  if ('save' in account.session) await account.session.save(await browserSession.state());
}
