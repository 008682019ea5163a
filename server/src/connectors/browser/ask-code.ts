import { fieldsOf } from '../../kit/fields.ts';
import type { Answered, StoreAccount } from '../contract.ts';
import { PersonNeeded, RecipeBroken, StoreSaysNo } from './endings.ts';
import { lookForSigns, until, type Walk } from './page-watch.ts';
import type { Step } from './recipe.ts';
import { locate, show } from './targets.ts';
import type { Visit } from './visit.ts';

type AskStep = Extract<Step, { ask: unknown }>;

/** Finds out a one-time code and types it in: from the account's TOTP secret, its mail, or a person. */
export async function askForCode(visit: Visit, walk: Walk, step: AskStep, patienceMs: number): Promise<void> {
  const field = locate(walk.page, step.into, walk.scope).first();
  await until(walk, async () => (await field.count()) > 0, { withinMs: patienceMs, expected: show(step.into) });
  const code = await findCode(visit, walk, step);
  visit.film.hide(code);
  visit.film.cover(field);
  if (!step.digits_apart) return field.fill(code, { timeout: patienceMs });
  // One field for each digit: typing moves on by itself.
  await field.focus({ timeout: patienceMs });
  await field.pressSequentially(code, { timeout: patienceMs });
}

async function findCode(visit: Visit, walk: Walk, step: AskStep): Promise<string> {
  for (const source of step.from) {
    const code = await fromSource(visit, walk, step, source);
    if (code !== null) return code;
    // None came: the page may say why.
    await lookForSigns(walk);
  }
  const message = 'The store asks for a one-time code, and there is nowhere to get it from.';
  throw new StoreSaysNo({ kind: 'blocked', reason: 'account_verification_required', message });
}

async function fromSource(visit: Visit, walk: Walk, step: AskStep, source: string): Promise<string | null> {
  const { account } = visit;
  if (!account) throw new RecipeBroken('A guest has no code.');
  if (source === 'totp') return account.totp();
  if (source === 'mail') return 'mailedCode' in account ? mailed(visit, walk, step, account) : null;
  const answer = visit.takeAnswer('enter_code');
  if (answer) return codeIn(answer);
  throw new PersonNeeded({
    kind: 'enter_code',
    askedOf: 'customer',
    message: step.message ?? 'The store sent a one-time code to the owner of the account. Enter it here.',
    details: { store: visit.storeName },
    answerSchema: {
      type: 'object',
      properties: { code: { type: 'string', pattern: '^[0-9A-Za-z]{3,12}$', title: 'Code', writeOnly: true } },
      required: ['code'],
      additionalProperties: false,
    },
    isSecret: true,
    resume: await visit.resumeHere(),
  });
}

const mailWaitMs = 60_000;

/** Two mails may come; the account knows which one holds a code. Sent again once when none came in half the time. */
async function mailed(visit: Visit, walk: Walk, step: AskStep, account: StoreAccount): Promise<string | null> {
  const waitMs = step.within_seconds === undefined ? mailWaitMs : step.within_seconds * 1000;
  const first = await account.mailedCode(visit.logInBeganAt, step.resend ? waitMs / 2 : waitMs);
  if (first !== null || step.resend === undefined) return first;
  await locate(walk.page, step.resend, walk.scope).first().click({ timeout: 2_000 });
  return account.mailedCode(visit.logInBeganAt, waitMs / 2);
}

function codeIn({ answer }: Answered): string {
  const { code } = fieldsOf(answer);
  return typeof code === 'string' ? code : '';
}
