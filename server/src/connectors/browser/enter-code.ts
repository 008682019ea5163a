import { fieldsOf } from '../../kit/fields.ts';
import type { AnsweredAction, RetailerAccount } from '../contract.ts';
import { awaitAgreement } from './act.ts';
import { PersonRequired, RecipeBroken, StoreRefusal } from './attempt-errors.ts';
import type { BrowserSession } from './browser-session.ts';
import { checkSigns, type RecipeRun } from './page-watch.ts';
import type { Step } from './recipe.ts';
import { locate } from './targets.ts';

type AskStep = Extract<Step, { ask: unknown }>;

/** Gets a one-time code (TOTP secret, email, or a person) and enters it. */
export async function enterCode(
  browserSession: BrowserSession,
  run: RecipeRun,
  step: AskStep,
  patienceMs: number,
): Promise<void> {
  const field = await awaitAgreement(run, step.into, { withinMs: patienceMs });
  if (!field) return;
  const code = await findCode(browserSession, run, step);
  browserSession.recorder.hide(code);
  browserSession.recorder.cover(field);
  if (!step.digits_apart) return field.fill(code, { timeout: patienceMs });
  // One field per digit: typing moves to the next field.
  await field.focus({ timeout: patienceMs });
  await field.pressSequentially(code, { timeout: patienceMs });
}

async function findCode(browserSession: BrowserSession, run: RecipeRun, step: AskStep): Promise<string> {
  for (const source of step.from) {
    const code = await readCodeFrom(browserSession, run, step, source);
    if (code !== null) return code;
    // The page may say why no code came.
    await checkSigns(run);
  }
  const message = 'The store requires a one-time code, and nothing is set up to provide one.';
  throw new StoreRefusal({ kind: 'blocked', reason: 'account_verification_required', message });
}

async function readCodeFrom(
  browserSession: BrowserSession,
  run: RecipeRun,
  step: AskStep,
  source: string,
): Promise<string | null> {
  const { account } = browserSession;
  if (!account) throw new RecipeBroken('Guest checkouts do not support one-time codes.');
  if (source === 'totp') return account.totp();
  if (source === 'mail') return 'mailedCode' in account ? readMailedCode(browserSession, run, step, account) : null;
  const answer = browserSession.takeAnswer('enter_code');
  if (answer) return codeFrom(answer);
  throw new PersonRequired({
    kind: 'enter_code',
    askedOf: 'customer',
    message: step.message ?? "The store sent a one-time code to the account's owner. Enter it here.",
    details: { store: browserSession.storeName },
    answerSchema: {
      type: 'object',
      properties: { code: { type: 'string', pattern: '^[0-9A-Za-z]{3,12}$', title: 'Code', writeOnly: true } },
      required: ['code'],
      additionalProperties: false,
    },
    isSecret: true,
    resume: await browserSession.resumeHere(),
  });
}

const mailWaitMs = 60_000;

/** The code from the account's email. Requests another one once, after half the time. */
async function readMailedCode(
  browserSession: BrowserSession,
  run: RecipeRun,
  step: AskStep,
  account: RetailerAccount,
): Promise<string | null> {
  const waitMs = step.within_seconds === undefined ? mailWaitMs : step.within_seconds * 1000;
  const first = await account.mailedCode(browserSession.logInBeganAt, step.resend ? waitMs / 2 : waitMs);
  if (first !== null || step.resend === undefined) return first;
  await locate(run.page, step.resend, run.scope).first().click({ timeout: 2_000 });
  return account.mailedCode(browserSession.logInBeganAt, waitMs / 2);
}

function codeFrom({ answer }: AnsweredAction): string {
  const { code } = fieldsOf(answer);
  return typeof code === 'string' ? code : '';
}
