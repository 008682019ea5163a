import { assertDefined } from '../../../kit/assert-defined.ts';
import type { Clock } from '../../../kit/clock.ts';
import type { Blobs } from '../../../platform/blobs/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { App } from '../../../platform/http/index.ts';
import {
  createRouter,
  type Guard,
  onceOf,
  type Router,
  runIdempotent,
  sendAnswer,
} from '../../access/accounts/index.ts';
import { type OrderReader, readOwnOrder } from '../../orders/orders/index.ts';
import { caseMissing } from './failures.ts';
import { presentFullCase, presentListedCase } from './present.ts';
import { attachmentRoutes } from './routes-attachments.ts';
import { CaseList, CaseListQuery, CasePostBody, FullCaseView } from './schema.ts';
import { type CaseFilter, findFullCase, listCases } from './sql.ts';
import { postToCase } from './write-message.ts';

export interface CaseRouteNeeds {
  database: Database;
  clock: Clock;
  guard: Guard;
  read: OrderReader;
  blobs: Blobs;
}

export function caseRoutes(app: App, needs: CaseRouteNeeds): void {
  const router = createRouter(app, needs.guard, 'Cases');
  readRoutes(router, needs);
  writeRoutes(router, needs);
  attachmentRoutes(app, needs);
}

function readRoutes(router: Router, needs: CaseRouteNeeds): void {
  const { db } = needs.database;

  router.get('/cases', {
    auth: 'key',
    operationId: 'listCases',
    summary: 'List your cases',
    description: 'Cases for all your orders, most recently changed first.',
    query: CaseListQuery,
    response: { 200: CaseList },
    async handler({ caller, query }) {
      const { limit, offset, after, state } = query;
      const { accountId, world } = caller;
      const filter: CaseFilter = { owner: { accountId, world } };
      if (state) filter.state = state;
      const { cases, total } = await listCases(db, filter, { limit, offset, after });
      return { cases: cases.map(presentListedCase), total };
    },
  });

  router.get('/orders/:order_id/case', {
    auth: 'key',
    operationId: 'getCase',
    summary: "Get an order's case",
    description: 'Returns all messages and files. 404 if the order has no case.',
    response: { 200: FullCaseView },
    async handler({ caller, params }) {
      const order = await readOwnOrder(needs.read, caller, params.order_id);
      const found = await findFullCase(db, order.id);
      if (!found) throw caseMissing();
      return presentFullCase(found);
    },
  });
}

function writeRoutes(router: Router, { database: { db }, clock, read }: CaseRouteNeeds): void {
  router.post('/orders/:order_id/case', {
    auth: 'key',
    operationId: 'postToCase',
    summary: "Post to an order's case",
    description:
      'Opens a case, replies to it or reopens it. For orders that Errand placed with its own accounts; contact the retailer about orders placed with yours. Send an Idempotency-Key header so that a retry posts only once.',
    isIdempotent: true,
    body: CasePostBody,
    response: { 200: FullCaseView },
    errors: ['bad_request'],
    async handler(request, reply) {
      const { message, reason } = request.body;
      const order = await readOwnOrder(read, request.caller, request.params.order_id);
      const answer = await runIdempotent({ db, clock }, onceOf(request), async (tx) => {
        const subject = { id: order.id, isManaged: !order.paid_by_client };
        await postToCase({ tx, clock }, subject, { message, ...(reason == null ? {} : { reason }) });
        const view = presentFullCase(assertDefined(await findFullCase(tx, order.id)));
        return { status: 200, text: JSON.stringify(view), resource: 'case', resourceId: order.id };
      });
      return sendAnswer(reply, answer);
    },
  });
}
