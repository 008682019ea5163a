import type { Clock } from '../../../kit/clock.ts';
import { notFound } from '../../../kit/failure.ts';
import type { Blobs } from '../../../platform/blobs/index.ts';
import type { Database, Tx } from '../../../platform/database/index.ts';
import { type App, fileAnswer, pageOf } from '../../../platform/http/index.ts';
import {
  createRouter,
  type Guard,
  onceOf,
  type Router,
  runIdempotent,
  sendAnswer,
} from '../../access/accounts/index.ts';
import type { UsageRecorder } from '../../access/activity/index.ts';
import { onClockOfOrder } from '../../orders/orders/index.ts';
import { createReturn, type NewReturn } from './create-return.ts';
import { linkTampered } from './failures.ts';
import { checkLabelLink } from './label-link.ts';
import { presentRefund, presentReturn } from './present.ts';
import { readOwnReturn } from './publish-order-return.ts';
import { LabelPath, LabelQuery, ReturnBody, ReturnList, ReturnListQuery, ReturnRefund, ReturnView } from './schema.ts';
import { findLabel, listReturns } from './sql.ts';

export interface ReturnRouteNeeds {
  database: Database;
  clock: Clock;
  guard: Guard;
  usage: UsageRecorder;
  blobs: Blobs;
  publicUrl: string;
}

export function returnRoutes(app: App, needs: ReturnRouteNeeds): void {
  const router = createRouter(app, needs.guard, 'Returns');
  writeRoutes(router, needs);
  readRoutes(router, needs);
  labelRoutes(router, needs);
}

function writeRoutes(router: Router, needs: ReturnRouteNeeds): void {
  router.post('/returns', {
    auth: 'key',
    operationId: 'createReturn',
    summary: 'Create a return',
    description:
      "For items in a placed order that aren't already being returned. The retailer decides in the background: read the return until `status` is no longer `open`. Send an Idempotency-Key header so that a retry creates only one return.",
    isIdempotent: true,
    body: ReturnBody,
    response: { 201: ReturnView },
    errors: ['not_found', 'return_not_allowed'],
    async handler(request, reply) {
      const { caller, body } = request;
      const create = async (tx: Tx) => {
        const row = await createReturn({ tx, clock: needs.clock }, caller, newReturnFrom(body));
        const text = JSON.stringify(presentReturn(row, needs.publicUrl, needs.clock.now()));
        return { status: 201, text, resource: 'return_request', resourceId: row.id };
      };
      const { db } = needs.database;
      const answer = await onClockOfOrder(db, caller, body.order_id, () =>
        runIdempotent({ db, clock: needs.clock }, onceOf(request), create),
      );
      if (!answer.isReplay) needs.usage.record({ ...caller, endpoint: 'returns.create' });
      return sendAnswer(reply, answer);
    },
  });
}

function newReturnFrom(body: ReturnBody): NewReturn {
  return {
    orderId: body.order_id,
    items: body.items,
    reason: body.reason,
    notes: body.notes ?? null,
    codes: null,
    explanation: null,
    returnAddress: null,
    clientRequest: null,
    cancelPending: false,
  };
}

function readRoutes(router: Router, needs: ReturnRouteNeeds): void {
  const { database, clock, publicUrl } = needs;
  router.get('/returns', {
    auth: 'key',
    operationId: 'listReturns',
    summary: 'List your returns',
    description: 'Newest first, each with its items and refund.',
    query: ReturnListQuery,
    response: { 200: ReturnList },
    async handler({ caller, query }) {
      const { limit, offset, after, status, search } = query;
      const { accountId, world } = caller;
      const filter = { owner: { accountId, world }, status, search };
      const { rows, total } = await listReturns(database.db, filter, { limit, offset, after });
      const views = rows.map((row) => presentReturn(row, publicUrl, clock.now()));
      return { return_requests: views, ...pageOf(total, { limit, offset }) };
    },
  });

  router.get('/returns/:return_request_id', {
    auth: 'key',
    operationId: 'getReturn',
    summary: 'Get a return',
    description: 'The links to its labels are new each time.',
    response: { 200: ReturnView },
    async handler({ caller, params }) {
      const row = await readOwnReturn(database.db, caller, params.return_request_id);
      return onClockOfOrder(database.db, caller, row.order_id, async () => presentReturn(row, publicUrl, clock.now()));
    },
  });

  router.get('/returns/:return_request_id/refund', {
    auth: 'key',
    operationId: 'getReturnRefund',
    summary: 'Get the refund for a return',
    description: 'What was added to your wallet, who refunds you, and when the return was resolved.',
    response: { 200: ReturnRefund },
    handler: async ({ caller, params }) =>
      presentRefund(await readOwnReturn(database.db, caller, params.return_request_id)),
  });
}

/** A label contains a name and an address: it loads nothing, and no cache stores it. */
const labelHeaders = {
  'content-security-policy': "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex',
};

function labelRoutes(router: Router, needs: ReturnRouteNeeds): void {
  router.get('/labels/:label_id.pdf', {
    auth: 'anyone',
    operationId: 'getReturnLabel',
    summary: 'Download a return label',
    description:
      "Returns a PDF. Needs no key: use the full link from the return's `label_urls`. The link works for 7 days.",
    params: LabelPath,
    query: LabelQuery,
    response: { 200: fileAnswer('A 4 × 6 inch page.', 'application/pdf') },
    errors: ['forbidden', 'not_found'],
    async handler({ params, query }, reply) {
      const label = await findLabel(needs.database.db, params.label_id);
      // Answered like a wrong signature, so that nobody can tell which labels exist.
      if (!label) throw linkTampered();
      await onClockOfOrder(needs.database.db, label, label.order_id, async () =>
        checkLabelLink(label, query, needs.clock.now()),
      );
      const pdf = await needs.blobs.get(label.blob);
      if (!pdf) throw notFound();
      return reply
        .headers({ ...labelHeaders, 'content-disposition': `inline; filename="return-label-${label.id}.pdf"` })
        .type('application/pdf')
        .send(pdf);
    },
  });
}
