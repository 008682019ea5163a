import type { App } from '../../../platform/http/index.ts';
import { createRouter, type Router } from '../../access/accounts/index.ts';
import { movesLiveOrder } from '../orders/index.ts';
import { uncoveredFailure } from '../placement/index.ts';
import { claimTask, failTask, returnTask } from './claim-task.ts';
import { presentTask } from './present.ts';
import { readPurchases, readQueue, readTask } from './read-tasks.ts';
import { createDeskHandlers, type DeskHandlers, type DeskRouteNeeds } from './route-needs.ts';
import { purchaseRoutes } from './routes-purchases.ts';
import { receiptRoutes } from './routes-receipts.ts';
import { ClaimBody, FailBody, PageQuery, PurchasesView, QueueView, ReturnTaskBody, TaskView } from './schema.ts';

export function deskRoutes(app: App, needs: DeskRouteNeeds): void {
  const router = createRouter(app, needs.guard, 'Operator desk');
  const handlers = createDeskHandlers(needs);
  readRoutes(router, needs);
  leaseRoutes(router, needs, handlers);
  purchaseRoutes(router, needs, handlers);
  receiptRoutes(router, needs);
}

function readRoutes(router: Router, { database, mailDomain, clock }: DeskRouteNeeds): void {
  router.get('/operator/desk', {
    auth: 'operator',
    operationId: 'listDeskTasks',
    summary: 'List orders to place manually',
    description: 'Waiting and claimed orders, longest waiting first.',
    query: PageQuery,
    response: { 200: QueueView },
    async handler({ person, query }) {
      const { tasks, total } = await readQueue(database.db, query);
      return { tasks: tasks.map((task) => presentTask(task, person.email, mailDomain, clock.now())), total };
    },
  });

  router.get('/operator/desk/bought', {
    auth: 'operator',
    operationId: 'listDeskPurchases',
    summary: 'List manually placed orders',
    description: 'Orders that have not arrived yet, newest first.',
    query: PageQuery,
    response: { 200: PurchasesView },
    async handler({ person, query }) {
      const { tasks, total } = await readPurchases(database.db, query);
      return {
        orders: tasks.map((task) => presentTask(task, person.email, mailDomain, clock.now())),
        total,
      };
    },
  });

  router.get('/operator/desk/:order_id', {
    auth: 'operator',
    operationId: 'getDeskTask',
    summary: 'Get an order to place manually',
    description: 'Address, items, who claimed it, and receipts.',
    response: { 200: TaskView },
    handler: async ({ person, params }) =>
      presentTask(await readTask(database.db, params.order_id.toLowerCase()), person.email, mailDomain, clock.now()),
  });
}

function leaseRoutes(
  router: Router,
  { coverageOf, guard, database }: DeskRouteNeeds,
  { onOrder, change }: DeskHandlers,
): void {
  router.post('/operator/desk/:order_id/take', {
    auth: 'operator',
    operationId: 'takeDeskTask',
    summary: 'Claim an order',
    description:
      "Claims an order to place it, or extends your claim. While your claim lasts, nobody else can claim it and the customer can't cancel. To take over an expired claim, ask the operator who had it, then send `take_over`.",
    body: ClaimBody,
    response: { 200: TaskView },
    errors: ['task_taken', 'action_closed'],
    async handler(request) {
      const coverage = await coverageOf(onOrder(request).orderId);
      return change(request, async (desk, at) => {
        const { lease, isFresh } = await claimTask(desk, { ...at, takeOver: request.body.take_over ?? false });
        // Nobody can have bought it yet, so an order without a valid authorization is not bought.
        if (isFresh && coverage.kind === 'declined') {
          await failTask(desk, { ...at, lease }, uncoveredFailure(coverage.reason));
        }
      });
    },
  });

  router.post('/operator/desk/:order_id/hand-back', {
    auth: 'operator',
    operationId: 'handBackDeskTask',
    summary: 'Release an order',
    description: 'Releases your claim without a purchase, so that another operator can claim the order.',
    body: ReturnTaskBody,
    response: { 200: TaskView },
    errors: ['lease_lost', 'action_closed'],
    handler(request) {
      const { lease, note = null } = request.body;
      return change(request, (desk, at) => returnTask(desk, { ...at, lease }, note));
    },
  });

  router.post('/operator/desk/:order_id/fail', {
    auth: guard.operatorMoney(movesLiveOrder(database), 'session'),
    operationId: 'failDeskTask',
    summary: 'Fail an order',
    description: "Records that the order can't be placed. The hold is released.",
    body: FailBody,
    response: { 200: TaskView },
    errors: ['lease_lost', 'action_closed'],
    handler(request) {
      const { lease, error_type: errorType, message } = request.body;
      return change(request, (desk, at) => failTask(desk, { ...at, lease }, { errorType, message }));
    },
  });
}
