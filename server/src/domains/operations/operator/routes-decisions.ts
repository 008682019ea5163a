import { Type } from 'typebox';
import type { Clock } from '../../../kit/clock.ts';
import { existing } from '../../../kit/existing.ts';
import { Invalid, type Problem } from '../../../kit/failure.ts';
import { fieldsOf, textOf } from '../../../kit/fields.ts';
import { toCents } from '../../../kit/money.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { App } from '../../../platform/http/index.ts';
import { errors, everyBody, everyRoute, validationError } from '../../../wire/index.ts';
import { doOnce, type Guard, type MovesLive, onceFrom, personOf, sendAnswer } from '../../access/accounts/index.ts';
import { CaseAnswerBody, CaseListQuery } from '../../delivery/cases/index.ts';
import {
  findReturn,
  ReturnPath,
  type ReturnRow,
  decisionFrom as returnDecisionFrom,
} from '../../delivery/returns/index.ts';
import { loadOrders, OrderPath, orderIsLive, presentOrder } from '../../orders/orders/index.ts';
import type { Decision } from '../../orders/placement/index.ts';
import { decideDoubt } from './decide-doubt.ts';
import { allCases, caseFile } from './list-cases.ts';
import { openDoubts } from './list-doubts.ts';
import { allReturns, returnFile } from './list-returns.ts';
import { presentCaseFile, presentDoubt, presentListedCaseFile, presentReturnFile } from './present.ts';
import { replyToCase } from './reply-to-case.ts';
import { decideReturn, type ReturnNeeds } from './resolve-return.ts';
import { PageQuery } from './schema.ts';
import {
  DecideBody,
  DecidedView,
  DoubtList,
  OperatorCaseList,
  OperatorCaseView,
  OperatorReturnList,
  ResolveBody,
  ResolvedView,
  ReturnQuery,
} from './schema-decisions.ts';

export interface DecisionRouteNeeds extends ReturnNeeds {
  database: Database;
  clock: Clock;
  guard: Guard;
  publicUrl: string;
}

const everyWrite = [...everyRoute, 'not_found', ...everyBody] as const;
const shared = { tags: ['Operator'], security: [{ session: [] }] };

export function decisionRoutes(app: App, needs: DecisionRouteNeeds): void {
  doubtRoutes(app, needs);
  returnRoutes(app, needs);
  caseRoutes(app, needs);
  replyRoute(app, needs);
}

function doubtRoutes(app: App, needs: DecisionRouteNeeds): void {
  const { database, clock, guard } = needs;
  app.get(
    '/operator/doubts',
    {
      onRequest: guard.operator,
      schema: {
        ...shared,
        operationId: 'listDoubts',
        summary: 'Orders whose outcome nobody could find out, with the evidence, the longest waiting first',
        querystring: PageQuery,
        response: { 200: DoubtList, 422: validationError, ...errors(...everyRoute) },
      },
    },
    async (request) => {
      const { files, total } = await openDoubts(needs, request.query);
      return { doubts: files.map((file) => presentDoubt(file, clock.now())), total };
    },
  );

  app.post(
    '/operator/doubts/:order_id/decide',
    {
      ...guard.operatorMoney(orderIsLive(database)),
      schema: {
        ...shared,
        operationId: 'decideDoubt',
        summary: "Say what you found in the retailer's own order history",
        description:
          'Settles the order and its money, once and for all. An order that waits for no decision, or no longer, is refused ' +
          'with bad_request.',
        params: OrderPath,
        body: DecideBody,
        response: { 200: DecidedView, 422: validationError, ...errors(...everyWrite, 'bad_request') },
      },
    },
    async (request) => {
      const id = request.params.order_id.toLowerCase();
      const { note } = request.body;
      await decideDoubt({ db: database.db, clock }, personOf(request).email, id, decisionFrom(request.body), note);
      return presentOrder(existing((await loadOrders(database, [id])).get(id)), clock.now());
    },
  );
}

/** Bought takes the total and the number; not bought takes neither. */
function decisionFrom(body: DecideBody): Decision {
  const { outcome, total_cents: total, merchant_order_id: number } = body;
  const given = { total_cents: total, merchant_order_id: number };
  const problems = Object.entries(given).flatMap(([field, value]): Problem[] => {
    if (outcome === 'bought') {
      return value === undefined ? [{ loc: ['body', field], msg: 'Field required when bought', type: 'missing' }] : [];
    }
    const msg = 'Leave it out: nothing was bought';
    return value === undefined ? [] : [{ loc: ['body', field], msg, type: 'value_error' }];
  });
  if (problems.length > 0) throw new Invalid(problems);
  if (outcome === 'not_bought') return { kind: 'not_bought' };
  return { kind: 'bought', total: toCents(existing(total)), merchantOrderIds: [existing(number)] };
}

function returnIsLive({ db }: Database): MovesLive {
  return async ({ params }) => {
    const id = textOf(fieldsOf(params).return_request_id) ?? '';
    return (await findReturn(db, id))?.world !== 'test';
  };
}

function returnRoutes(app: App, needs: DecisionRouteNeeds): void {
  const { clock, guard, publicUrl } = needs;
  app.get(
    '/operator/returns',
    {
      onRequest: guard.operator,
      schema: {
        ...shared,
        operationId: 'listAllReturns',
        summary: 'Returns of every account, newest first',
        querystring: ReturnQuery,
        response: { 200: OperatorReturnList, 422: validationError, ...errors(...everyRoute) },
      },
    },
    async (request) => {
      const { status, refund, ...page } = request.query;
      const { files, total } = await allReturns(needs, { status, refund }, page);
      return { returns: files.map((file) => presentReturnFile(file, publicUrl, clock.now())), total };
    },
  );

  app.post(
    '/operator/returns/:return_request_id/resolve',
    {
      ...guard.operatorMoney(returnIsLive(needs.database)),
      schema: {
        ...shared,
        operationId: 'resolveReturn',
        summary: "Decide an open return in the retailer's place",
        description:
          'approved makes labels where the store can be asked for them, and says in `message` when there is none; credited ' +
          'puts worth_cents on the wallet.',
        params: ReturnPath,
        body: ResolveBody,
        response: { 200: ResolvedView, 422: validationError, ...errors(...everyWrite, 'return_not_allowed') },
      },
    },
    async (request) => {
      const id = request.params.return_request_id;
      const ended = await decideReturn(needs, personOf(request).email, id, returnDecisionFrom(request.body));
      const view = presentReturnFile(await returnFile(needs, ended.id), publicUrl, clock.now());
      return { ...view, message: wordsFor(ended) };
    },
  );
}

function wordsFor({ status, labels, credited_cents: cents }: ReturnRow): string {
  if (status === 'credited') return `Credited: ${cents} cents are on the wallet.`;
  if (status !== 'approved') return 'Denied: its items can be returned again.';
  if (labels.length > 0) return `Approved, with ${labels.length} label${labels.length > 1 ? 's' : ''}.`;
  return 'Approved without a label: this store cannot be asked for one. Tell the customer on the case how to send it back.';
}

function caseRoutes(app: App, needs: DecisionRouteNeeds): void {
  const { guard } = needs;
  const { db } = needs.database;
  app.get(
    '/operator/cases',
    {
      onRequest: guard.operator,
      schema: {
        ...shared,
        operationId: 'listAllCases',
        summary: 'Cases of every account, the ones that changed last first',
        querystring: CaseListQuery,
        response: { 200: OperatorCaseList, 422: validationError, ...errors(...everyRoute) },
      },
    },
    async (request) => {
      const { limit, offset, state } = request.query;
      const { files, total } = await allCases(db, state ? { state } : {}, { limit, offset });
      return { cases: files.map(presentListedCaseFile), total };
    },
  );

  app.get(
    '/operator/cases/:order_id',
    {
      onRequest: guard.operator,
      schema: {
        ...shared,
        operationId: 'getAnyCase',
        summary: 'A case with everything that was said',
        params: OrderPath,
        response: { 200: OperatorCaseView, 422: validationError, ...errors(...everyRoute, 'not_found') },
      },
    },
    async (request) => presentCaseFile(await caseFile(db, request.params.order_id)),
  );
}

function replyRoute(app: App, { database: { db }, clock, guard }: DecisionRouteNeeds): void {
  app.post(
    '/operator/cases/:order_id/reply',
    {
      onRequest: guard.operator,
      schema: {
        ...shared,
        operationId: 'replyToCase',
        summary: 'Answer a customer; a last word closes the case',
        description:
          'Only the customer reopens a closed case: an answer to one is refused with bad_request. Send an Idempotency-Key ' +
          'header to make a retry safe.',
        headers: Type.Object({ 'idempotency-key': Type.Optional(Type.String({ maxLength: 255 })) }),
        params: OrderPath,
        body: CaseAnswerBody,
        response: {
          200: OperatorCaseView,
          422: validationError,
          ...errors(...everyWrite, 'bad_request', 'already_exists', 'idempotency_in_flight'),
        },
      },
    },
    async (request, reply) => {
      const { accountId, email } = personOf(request);
      const orderId = request.params.order_id.toLowerCase();
      const once = onceFrom({
        // An operator sees both worlds at once: whichever the page shows, the same answer is the same.
        caller: { accountId, world: 'live' },
        operation: `POST /operator/cases/${orderId}/reply`,
        header: request.headers['idempotency-key'],
        body: request.body,
      });
      const answer = await doOnce({ db, clock }, once, async (tx) => {
        await replyToCase({ tx, clock }, email, orderId, request.body);
        const view = presentCaseFile(await caseFile(tx, orderId));
        return { status: 200, text: JSON.stringify(view), resource: 'case', resourceId: orderId };
      });
      return sendAnswer(reply, answer);
    },
  );
}
