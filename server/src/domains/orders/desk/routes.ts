import { type App, withOwnExample } from '../../../platform/http/index.ts';
import { errors, everyRoute, validationError } from '../../../wire/index.ts';
import { personOf } from '../../access/accounts/index.ts';
import { failTask, handBack } from './give-up-task.ts';
import { presentTask } from './present.ts';
import { readBought, readQueue, readTask } from './read-tasks.ts';
import { type DeskRouteNeeds, type Doors, doorsOf, everyWrite, shared } from './route-needs.ts';
import { laterRoutes, purchaseRoute } from './routes-purchases.ts';
import { receiptRoutes } from './routes-receipts.ts';
import { BoughtView, DeskPath, FailBody, HandBackBody, PageQuery, QueueView, TakeBody, TaskView } from './schema.ts';
import { takeTask } from './take-task.ts';

export function deskRoutes(app: App, needs: DeskRouteNeeds): void {
  const doors = doorsOf(needs);
  readRoutes(app, needs);
  leaseRoutes(app, needs, doors);
  purchaseRoute(app, needs, doors);
  laterRoutes(app, needs, doors);
  receiptRoutes(app, needs);
}

function readRoutes(app: App, { database, guard, mailDomain, clock }: DeskRouteNeeds): void {
  app.get(
    '/operator/desk',
    {
      onRequest: guard.operator,
      schema: {
        ...shared,
        operationId: 'listDeskTasks',
        summary: 'Orders that wait for a person to buy them, and those in work',
        querystring: PageQuery,
        response: { 200: withOwnExample(QueueView), 422: validationError, ...errors(...everyRoute) },
      },
    },
    async (request) => {
      const { tasks, total } = await readQueue(database.db, request.query);
      return { tasks: tasks.map((task) => presentTask(task, personOf(request).email, mailDomain, clock.now())), total };
    },
  );

  app.get(
    '/operator/desk/bought',
    {
      onRequest: guard.operator,
      schema: {
        ...shared,
        operationId: 'listDeskPurchases',
        summary: 'Orders that were bought here and have not arrived yet, newest first',
        querystring: PageQuery,
        response: { 200: withOwnExample(BoughtView), 422: validationError, ...errors(...everyRoute) },
      },
    },
    async (request) => {
      const { tasks, total } = await readBought(database.db, request.query);
      return {
        orders: tasks.map((task) => presentTask(task, personOf(request).email, mailDomain, clock.now())),
        total,
      };
    },
  );

  app.get(
    '/operator/desk/:order_id',
    {
      onRequest: guard.operator,
      schema: {
        ...shared,
        operationId: 'getDeskTask',
        summary: 'One order at the desk: address, items, who has it, receipts',
        params: DeskPath,
        response: { 200: withOwnExample(TaskView), 422: validationError, ...errors(...everyRoute, 'not_found') },
      },
    },
    async (request) =>
      presentTask(
        await readTask(database.db, request.params.order_id.toLowerCase()),
        personOf(request).email,
        mailDomain,
        clock.now(),
      ),
  );
}

function leaseRoutes(app: App, { guard }: DeskRouteNeeds, { onOrder, run, show }: Doors): void {
  app.post(
    '/operator/desk/:order_id/take',
    {
      onRequest: guard.operator,
      schema: {
        ...shared,
        operationId: 'takeDeskTask',
        summary: 'Take an order to buy it, or ask for more time',
        description:
          'Nobody else can take it meanwhile, and its customer cannot cancel it. A lease that ran out is taken over only with ' +
          'take_over, after asking the operator who had it.',
        params: DeskPath,
        body: TakeBody,
        response: {
          200: withOwnExample(TaskView),
          422: validationError,
          ...errors(...everyWrite, 'task_taken', 'action_closed'),
        },
      },
    },
    async (request) => {
      const at = onOrder(request);
      await run((desk) => takeTask(desk, { ...at, takeOver: request.body.take_over ?? false }));
      return show(at);
    },
  );

  app.post(
    '/operator/desk/:order_id/hand-back',
    {
      onRequest: guard.operator,
      schema: {
        ...shared,
        operationId: 'handBackDeskTask',
        summary: 'Hand an order back: nothing was bought',
        params: DeskPath,
        body: HandBackBody,
        response: {
          200: withOwnExample(TaskView),
          422: validationError,
          ...errors(...everyWrite, 'lease_lost', 'action_closed'),
        },
      },
    },
    async (request) => {
      const at = onOrder(request);
      const { lease, note = null } = request.body;
      await run((desk) => handBack(desk, { ...at, lease }, note));
      return show(at);
    },
  );

  app.post(
    '/operator/desk/:order_id/fail',
    {
      onRequest: guard.operator,
      schema: {
        ...shared,
        operationId: 'failDeskTask',
        summary: 'Say that an order cannot be bought: it fails, and everything is released',
        params: DeskPath,
        body: FailBody,
        response: {
          200: withOwnExample(TaskView),
          422: validationError,
          ...errors(...everyWrite, 'lease_lost', 'action_closed'),
        },
      },
    },
    async (request) => {
      const at = onOrder(request);
      const { lease, error_type: errorType, message } = request.body;
      await run((desk) => failTask(desk, { ...at, lease }, { errorType, message }));
      return show(at);
    },
  );
}
