import { Type } from 'typebox';
import { assertDefined } from '../../../kit/assert-defined.ts';
import type { Clock } from '../../../kit/clock.ts';
import { Invalid, type Problem } from '../../../kit/failure.ts';
import { fieldsOf, textOf } from '../../../kit/fields.ts';
import { toCents } from '../../../kit/money.ts';
import type { Database } from '../../../platform/database/index.ts';
import {
  type Guard,
  idempotentRequestFrom,
  type MovesLiveMoney,
  type Router,
  runIdempotent,
  sendAnswer,
} from '../../access/accounts/index.ts';
import { CaseAnswerBody, CaseListQuery } from '../../delivery/cases/index.ts';
import { findReturn, type ReturnRow, decisionFrom as returnDecisionFrom } from '../../delivery/returns/index.ts';
import { loadOrders, movesLiveOrder, presentOrder } from '../../orders/orders/index.ts';
import type { OutcomeDecision } from '../../orders/placement/index.ts';
import { decideReturn, decideUnknownOutcome, type ReturnNeeds } from './decide-return.ts';
import { listAllCases, listAllReturns, listOpenDoubts, readCase, readReturn } from './list-decisions.ts';
import { replyToCase } from './reply-to-case.ts';
import { refundRoutes } from './routes-orders.ts';
import { PageQuery } from './schema.ts';
import {
  DecideBody,
  DecidedView,
  OperatorCaseList,
  OperatorCaseView,
  OperatorReturnList,
  OperatorReturnView,
  ResolveBody,
  ResolvedView,
  ReturnQuery,
  UnknownOutcomeList,
} from './schema-decisions.ts';

export interface DecisionRouteNeeds extends ReturnNeeds {
  database: Database;
  clock: Clock;
  guard: Guard;
  publicUrl: string;
}

export function decisionRoutes(router: Router, needs: DecisionRouteNeeds): void {
  unknownOutcomeRoutes(router, needs);
  returnRoutes(router, needs);
  caseRoutes(router, needs);
  refundRoutes(router, needs);
}

function unknownOutcomeRoutes(router: Router, { database, clock, guard }: DecisionRouteNeeds): void {
  router.get('/operator/doubts', {
    auth: 'operator',
    operationId: 'listDoubts',
    summary: 'List orders that need review',
    description: 'Orders with an unknown outcome after submit, with the evidence, longest waiting first.',
    query: PageQuery,
    response: { 200: UnknownOutcomeList },
    handler: ({ query }) => listOpenDoubts(database.db, query, clock.now()),
  });

  router.post('/operator/doubts/:order_id/decide', {
    auth: guard.operatorMoney(movesLiveOrder(database)),
    operationId: 'decideDoubt',
    summary: 'Resolve an order that needs review',
    description:
      "Enter what the store's order history shows. This is final for the order and its money. An order that doesn't need review returns `bad_request`.",
    body: DecideBody,
    response: { 200: DecidedView },
    errors: ['bad_request'],
    async handler({ params, body, person }) {
      const id = params.order_id.toLowerCase();
      await decideUnknownOutcome({ db: database.db, clock }, person.email, id, decisionFrom(body), body.note);
      return presentOrder(assertDefined((await loadOrders(database, [id])).get(id)), clock.now());
    },
  });
}

/** `bought` needs the total and the order number; `not_bought` must have neither. */
function decisionFrom(body: DecideBody): OutcomeDecision {
  const { outcome, total_cents: total, merchant_order_id: number } = body;
  const given = { total_cents: total, merchant_order_id: number };
  const problems = Object.entries(given).flatMap(([field, value]): Problem[] => {
    if (outcome === 'bought') {
      return value === undefined ? [{ loc: ['body', field], msg: 'Field required when bought', type: 'missing' }] : [];
    }
    const msg = 'Omit this field when nothing was bought';
    return value === undefined ? [] : [{ loc: ['body', field], msg, type: 'value_error' }];
  });
  if (problems.length > 0) throw new Invalid(problems);
  if (outcome === 'not_bought') return { kind: 'not_bought' };
  return { kind: 'bought', total: toCents(assertDefined(total)), merchantOrderIds: [assertDefined(number)] };
}

function movesLiveReturn({ db }: Database): MovesLiveMoney {
  return async ({ params }) => {
    const id = textOf(fieldsOf(params).return_request_id) ?? '';
    return (await findReturn(db, id))?.world !== 'test';
  };
}

function returnRoutes(router: Router, needs: DecisionRouteNeeds): void {
  const { clock, guard, publicUrl } = needs;
  const reading = () => ({ db: needs.database.db, publicUrl, now: clock.now() });
  router.get('/operator/returns', {
    auth: 'operator',
    operationId: 'listAllReturns',
    summary: 'List returns from all accounts',
    description: 'Newest first.',
    query: ReturnQuery,
    response: { 200: OperatorReturnList },
    handler: ({ query: { status, refund, ...page } }) => listAllReturns(reading(), { status, refund }, page),
  });

  router.get('/operator/returns/:return_request_id', {
    auth: 'operator',
    operationId: 'getAnyReturn',
    summary: 'Get any return',
    description: 'Returns what is known about it, and what a credit would add to the wallet.',
    response: { 200: OperatorReturnView },
    handler: ({ params }) => readReturn(reading(), params.return_request_id.toLowerCase()),
  });

  router.post('/operator/returns/:return_request_id/resolve', {
    auth: guard.operatorMoney(movesLiveReturn(needs.database)),
    operationId: 'resolveReturn',
    summary: 'Resolve a return',
    description:
      'Decides an open return in place of the retailer. `approved` creates labels if the store provides them; otherwise, `message` says so. `credited` adds `worth_cents` to the wallet.',
    body: ResolveBody,
    response: { 200: ResolvedView },
    errors: ['return_not_allowed'],
    async handler({ params, body, person }) {
      const ended = await decideReturn(needs, person.email, params.return_request_id, returnDecisionFrom(body));
      return { ...(await readReturn(reading(), ended.id)), message: describeEnd(ended) };
    },
  });
}

function describeEnd({ status, labels, credited_cents: cents }: ReturnRow): string {
  if (status === 'credited') return `Credited: ${cents} cents were added to the wallet.`;
  if (status !== 'approved') return 'Return denied. The customer can request another return for these items.';
  if (labels.length > 0) return `Approved, with ${labels.length} label${labels.length > 1 ? 's' : ''}.`;
  return 'Approved without a label, because this store does not provide one. Send return instructions in the case.';
}

function caseRoutes(router: Router, { database: { db }, clock }: DecisionRouteNeeds): void {
  router.get('/operator/cases', {
    auth: 'operator',
    operationId: 'listAllCases',
    summary: 'List cases from all accounts',
    description: 'Most recently changed first.',
    query: CaseListQuery,
    response: { 200: OperatorCaseList },
    handler: ({ query: { limit, offset, state } }) => listAllCases(db, state ? { state } : {}, { limit, offset }),
  });

  router.get('/operator/cases/:order_id', {
    auth: 'operator',
    operationId: 'getAnyCase',
    summary: 'Get any case',
    description: 'Returns all messages and files, and what can still be refunded.',
    response: { 200: OperatorCaseView },
    handler: ({ params }) => readCase(db, params.order_id),
  });

  router.post('/operator/cases/:order_id/reply', {
    auth: 'operator',
    operationId: 'replyToCase',
    summary: 'Reply to a case',
    description:
      'Can close the case too. Only the customer can reopen a closed case: a reply to one returns `bad_request`. Send an Idempotency-Key header so that a retry posts only once.',
    headers: Type.Object({ 'idempotency-key': Type.Optional(Type.String({ maxLength: 255 })) }),
    body: CaseAnswerBody,
    response: { 200: OperatorCaseView },
    errors: ['bad_request', 'already_exists', 'idempotency_in_flight'],
    async handler({ params, body, headers, person }, reply) {
      const orderId = params.order_id.toLowerCase();
      const once = idempotentRequestFrom({
        // An operator sees both modes, so the response does not depend on the page's mode.
        caller: { accountId: person.accountId, world: 'live' },
        operation: `POST /operator/cases/${orderId}/reply`,
        header: headers['idempotency-key'],
        body,
      });
      const answer = await runIdempotent({ db, clock }, once, async (tx) => {
        await replyToCase({ tx, clock }, person.email, orderId, body);
        const view = await readCase(tx, orderId);
        return { status: 200, text: JSON.stringify(view), resource: 'case', resourceId: orderId };
      });
      return sendAnswer(reply, answer);
    },
  });
}
