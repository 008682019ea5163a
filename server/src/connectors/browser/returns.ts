import { dayMs } from '../../kit/clock.ts';
import type { Call, Connector, RefundAnswer, ReturnAnswer, ReturnRequest } from '../contract.ts';
import { attemptAtStore, type BrowserNeeds } from './attempt.ts';
import type { BrowserSession } from './browser-session.ts';
import { ensureLoggedIn } from './log-in.ts';
import { meetsCondition } from './page-watch.ts';
import { readHistory } from './past-orders.ts';
import { moneyIn, readNow } from './reading.ts';
import type { Recipe } from './recipe.ts';
import { runSteps } from './run-steps.ts';
import { buyingScope, lineScope } from './scope.ts';
import type { Scope } from './templates.ts';

type ReturnPart = NonNullable<Recipe['return']>;

/** The store's return form. Its page is read before the form is sent, so a return is never filed twice. */
export function createReturns(
  needs: BrowserNeeds,
): Partial<Pick<Connector, 'returnOptions' | 'requestReturn' | 'checkReturn' | 'checkRefund'>> {
  const { return: part } = needs.recipe;
  if (!part) return {};
  return {
    returnOptions: () => ({ reasonCodes: Object.keys(part.reasons), methodCodes: Object.keys(part.methods ?? {}) }),
    requestReturn: (request, call) => requestReturn(needs, part, request, call, true),
    checkReturn: (request, call) => requestReturn(needs, part, request, call, false),
    // Only if the recipe can recognize a refund.
    ...(part.credited ? { checkRefund: (request, call) => askRefund(needs, part, request, call) } : {}),
  };
}

async function askRefund(
  needs: BrowserNeeds,
  part: ReturnPart,
  request: ReturnRequest,
  call: Call,
): Promise<RefundAnswer> {
  // An operator may approve what the store's form doesn't support: its page then shows nothing.
  if (findObjection(part, request) || !request.purchase.account) return { kind: 'waiting', pollAfterMs: dayMs };
  const answer = await requestReturn(needs, part, request, call, false);
  switch (answer.kind) {
    case 'credited':
      return { kind: 'refunded', amount: answer.amount, message: answer.message };
    case 'open':
    case 'approved':
      return { kind: 'waiting', pollAfterMs: needs.store.trackEveryMs };
    case 'denied':
    case 'unreachable':
      return answer;
  }
}

async function requestReturn(
  needs: BrowserNeeds,
  part: ReturnPart,
  request: ReturnRequest,
  call: Call,
  isToBeFiled: boolean,
): Promise<ReturnAnswer> {
  const { purchase } = request;
  const [number] = purchase.merchantOrderIds;
  const objection = findObjection(part, request);
  if (objection) return { kind: 'denied', message: objection };
  if (!purchase.account || number === undefined) {
    return {
      kind: 'unreachable',
      message: 'This is a guest order, and the store accepts returns only from accounts.',
    };
  }
  const { reference, account } = purchase;
  const purpose = { reference, purpose: 'return' as const, account, signal: call.signal };
  const answer = await attemptAtStore(needs, purpose, async ({ browserSession, end }) => {
    const scope = await scopeOf(needs, browserSession, part, request, number);
    await runSteps(browserSession, 'return', part.look, scope, { place: 'return/look' });
    const isFiled = (): Promise<boolean> => meetsCondition(browserSession.startPart('return', scope), part.filed);
    if (isToBeFiled && !(await isFiled())) {
      await runSteps(browserSession, 'return', part.steps, scope);
      await runSteps(browserSession, 'return', part.look, scope, { place: 'return/look' });
    }
    const status = await returnStatusOf(needs, browserSession, part, scope, await isFiled());
    await browserSession.recorder.take(browserSession.page, 'return');
    await end(`return ${status.kind}`);
    return status;
  });
  if (answer.kind === 'needs') return { kind: 'unreachable', message: answer.question.message };
  if (answer.kind === 'refused' || answer.kind === 'blocked') return { kind: 'unreachable', message: answer.message };
  return answer;
}

function findObjection(part: ReturnPart, { reason, methodCode }: ReturnRequest): string | null {
  if (!Object.hasOwn(part.reasons, reason)) return `The store does not recognize the reason "${reason}".`;
  if (methodCode !== null && !Object.hasOwn(part.methods ?? {}, methodCode)) {
    return `The store does not recognize the method "${methodCode}".`;
  }
  return null;
}

async function scopeOf(
  { store, recipe }: BrowserNeeds,
  browserSession: BrowserSession,
  part: ReturnPart,
  request: ReturnRequest,
  number: string,
): Promise<Scope> {
  const { purchase, lines, reason, methodCode } = request;
  const scope = buyingScope(store, recipe, browserSession, purchase);
  await ensureLoggedIn(browserSession, recipe, scope);
  const past = await readHistory(browserSession, recipe, scope);
  scope.order = past.orders.find((known) => known.number === number) ?? { number, address: '' };
  scope.lines = lines.flatMap(({ lineId, quantity }) => {
    const line = purchase.lines.find((candidate) => candidate.lineId === lineId);
    return line ? [{ ...lineScope(store, recipe, line), quantity }] : [];
  });
  scope.return = {
    reason: part.reasons[reason] ?? '',
    method: methodCode === null ? null : (part.methods?.[methodCode] ?? null),
    explanation: request.explanation,
    reference: request.reference,
  };
  return scope;
}

/** The return's status, as its page shows it. */
async function returnStatusOf(
  { store, recipe }: BrowserNeeds,
  { page, startPart }: BrowserSession,
  part: ReturnPart,
  scope: Scope,
  isFiled: boolean,
): Promise<ReturnAnswer> {
  const is = async (name: 'approved' | 'denied' | 'credited'): Promise<boolean> => {
    const condition = part[name];
    return condition !== undefined && meetsCondition(startPart('return', scope), condition);
  };
  const message = part.message ? await readNow(page, part.message, scope) : null;
  if (await is('denied')) return { kind: 'denied', message: message || 'The store does not accept the return.' };
  if (!isFiled) return { kind: 'unreachable', message: 'The store does not show the requested return.' };
  if (await is('credited')) {
    const amount = part.refunded ? moneyIn((await readNow(page, part.refunded, scope)) ?? '', recipe, scope) : null;
    if (part.refunded && amount === null) return { kind: 'unreachable', message: 'The refund shown is not an amount.' };
    return { kind: 'credited', amount, message: message || 'The store issued a refund.' };
  }
  const number = part.number ? await readNow(page, part.number, scope) : null;
  if (await is('approved')) {
    return { kind: 'approved', merchantReturnId: number || String(scope.reference), parcels: [], returnBy: null };
  }
  return { kind: 'open', merchantReturnId: number || null, pollAfterMs: store.trackEveryMs };
}
