import type { Call, Connector, RefundAnswer, ReturnAnswer, ReturnRequest } from '../contract.ts';
import { attempt, type BrowserNeeds } from './attempt.ts';
import { enter } from './enter.ts';
import { holds } from './page-watch.ts';
import { readHistory } from './past-orders.ts';
import { readNow } from './reading.ts';
import type { Recipe } from './recipe.ts';
import { buyingScope, lineScope } from './scope.ts';
import type { Visit } from './visit.ts';
import { take } from './walk.ts';
import type { Scope } from './words.ts';

type ReturnPart = NonNullable<Recipe['return']>;

/** The store's own return form. It is looked at before it is sent, so a return that was asked for is not asked for again. */
export function createReturns(
  needs: BrowserNeeds,
): Partial<Pick<Connector, 'returnOptions' | 'requestReturn' | 'checkReturn' | 'checkRefund'>> {
  const { return: part } = needs.recipe;
  if (!part) return {};
  return {
    returnOptions: () => ({ reasonCodes: Object.keys(part.reasons), methodCodes: Object.keys(part.methods ?? {}) }),
    requestReturn: (request, call) => ask(needs, part, request, call, true),
    checkReturn: (request, call) => ask(needs, part, request, call, false),
    // Only a recipe that says what a refund looks like can tell.
    ...(part.credited ? { checkRefund: (request, call) => askRefund(needs, part, request, call) } : {}),
  };
}

async function askRefund(
  needs: BrowserNeeds,
  part: ReturnPart,
  request: ReturnRequest,
  call: Call,
): Promise<RefundAnswer> {
  const answer = await ask(needs, part, request, call, false);
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

async function ask(
  needs: BrowserNeeds,
  part: ReturnPart,
  request: ReturnRequest,
  call: Call,
  isToBeFiled: boolean,
): Promise<ReturnAnswer> {
  const { purchase } = request;
  const [number] = purchase.merchantOrderIds;
  const objection = objectionTo(part, request);
  if (objection) return { kind: 'denied', message: objection };
  if (!purchase.account || number === undefined) {
    return {
      kind: 'unreachable',
      message: 'It was bought as a guest, and this store takes returns from accounts only.',
    };
  }
  const { reference, account } = purchase;
  const purpose = { reference, purpose: 'return' as const, account, signal: call.signal };
  const answer = await attempt(needs, purpose, async ({ visit, end }) => {
    const scope = await scopeOf(needs, visit, part, request, number);
    await take(visit, 'return', part.look, scope);
    const isFiled = (): Promise<boolean> => holds(visit.walk('return', scope), part.filed);
    if (isToBeFiled && !(await isFiled())) {
      await take(visit, 'return', part.steps, scope);
      await take(visit, 'return', part.look, scope);
    }
    const standing = await standingOf(needs, visit, part, scope, await isFiled());
    await visit.film.take(visit.page, 'return');
    await end(`return ${standing.kind}`);
    return standing;
  });
  if (answer.kind === 'needs') return { kind: 'unreachable', message: answer.question.message };
  if (answer.kind === 'refused' || answer.kind === 'blocked') return { kind: 'unreachable', message: answer.message };
  return answer;
}

function objectionTo(part: ReturnPart, { reason, methodCode }: ReturnRequest): string | null {
  if (!Object.hasOwn(part.reasons, reason)) return `The store does not know the reason "${reason}".`;
  if (methodCode !== null && !Object.hasOwn(part.methods ?? {}, methodCode)) {
    return `The store does not know the method "${methodCode}".`;
  }
  return null;
}

async function scopeOf(
  { store, recipe }: BrowserNeeds,
  visit: Visit,
  part: ReturnPart,
  request: ReturnRequest,
  number: string,
): Promise<Scope> {
  const { purchase, lines, reason, methodCode } = request;
  const scope = buyingScope(store, recipe, visit, purchase);
  await enter(visit, recipe, scope);
  const past = await readHistory(visit, recipe, scope);
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

/** How the return stands, by the page that shows it. */
async function standingOf(
  { store }: BrowserNeeds,
  { page, walk }: Visit,
  part: ReturnPart,
  scope: Scope,
  isFiled: boolean,
): Promise<ReturnAnswer> {
  const is = async (name: 'approved' | 'denied' | 'credited'): Promise<boolean> => {
    const condition = part[name];
    return condition !== undefined && holds(walk('return', scope), condition);
  };
  const message = part.message ? await readNow(page, part.message, scope) : null;
  if (await is('denied')) return { kind: 'denied', message: message || 'The store does not take it back.' };
  if (!isFiled) return { kind: 'unreachable', message: 'The store does not show the return that was asked for.' };
  if (await is('credited')) return { kind: 'credited', amount: null, message: message || 'The store refunds it.' };
  const number = part.number ? await readNow(page, part.number, scope) : null;
  if (await is('approved')) {
    return { kind: 'approved', merchantReturnId: number || String(scope.reference), parcels: [], returnBy: null };
  }
  return { kind: 'open', merchantReturnId: number || null, pollAfterMs: store.trackEveryMs };
}
