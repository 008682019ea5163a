import type { FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import type { Clock } from '../../kit/clock.ts';
import { Failure } from '../../kit/failure.ts';
import type { Blobs } from '../../platform/blobs/index.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/index.ts';
import { type App, withOwnExample } from '../../platform/http/index.ts';
import { errors, everyRoute, validationError } from '../../wire/index.ts';
import { type Guard, personOf } from '../accounts/index.ts';
import { listOfOperators } from '../questions/index.ts';
import { addParcel, type ReportParcels } from './add-parcel.ts';
import { callOffPurchase } from './call-off-purchase.ts';
import { failTask, handBack } from './give-up-task.ts';
import { presentAsked, presentReceipt, presentTask } from './present.ts';
import { readBought, readQueue, readTask } from './read-tasks.ts';
import { addReceipt, readReceipt } from './receipts.ts';
import { recordPurchase } from './record-purchase.ts';
import {
  AskedView,
  BoughtView,
  CallOffBody,
  DeskPath,
  FailBody,
  HandBackBody,
  PageQuery,
  ParcelBody,
  PurchaseBody,
  QueueView,
  ReceiptBody,
  ReceiptPath,
  ReceiptView,
  TakeBody,
  TaskView,
} from './schema.ts';
import { takeTask } from './take-task.ts';
import type { DeskAction, DeskVerb } from './verb.ts';

const uploadedFile = {
  description: 'The file, as it was uploaded.',
  content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
} as unknown as TSchema;

export interface DeskRouteNeeds {
  database: Database;
  clock: Clock;
  guard: Guard;
  blobs: Blobs;
  reportParcels: ReportParcels;
  /** Where retailers write to about an order; null: no mail is received. */
  mailDomain: string | null;
  /** Writes the audit log. */
  recordAction(tx: Tx, action: DeskAction): Promise<void>;
}

const everyWrite = [...everyRoute, 'not_found', 'payload_too_large', 'unsupported_media_type'] as const;
const shared = { tags: ['Operator'], security: [{ session: [] }] };

interface OnOrder {
  params: { order_id: string };
}

export function deskRoutes(app: App, needs: DeskRouteNeeds): void {
  const doors = doorsOf(needs);
  readRoutes(app, needs);
  leaseRoutes(app, needs, doors);
  purchaseRoute(app, needs, doors);
  laterRoutes(app, needs, doors);
  receiptRoutes(app, needs);
  questionRoute(app, needs);
}

type Doors = ReturnType<typeof doorsOf>;

function doorsOf(needs: DeskRouteNeeds) {
  const { db } = needs.database;
  const onOrder = (request: OnOrder & FastifyRequest) => ({
    orderId: request.params.order_id.toLowerCase(),
    operator: personOf(request).email,
  });
  return {
    onOrder,
    /** One verb, one transaction, with the audit log in it. */
    run: (verb: (desk: DeskVerb) => Promise<void>): Promise<void> =>
      inTransaction(db, (tx) => verb({ tx, clock: needs.clock, record: (action) => needs.recordAction(tx, action) })),
    /** The order as it is afterwards. */
    show: async ({ orderId, operator }: { orderId: string; operator: string }) =>
      presentTask(await readTask(db, orderId), operator, needs.mailDomain),
  };
}

function readRoutes(app: App, { database, guard, mailDomain }: DeskRouteNeeds): void {
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
      return { tasks: tasks.map((task) => presentTask(task, personOf(request).email, mailDomain)), total };
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
      return { orders: tasks.map((task) => presentTask(task, personOf(request).email, mailDomain)), total };
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
      ),
  );
}

function questionRoute(app: App, { database, guard }: DeskRouteNeeds): void {
  app.get(
    '/operator/actions',
    {
      onRequest: guard.operator,
      schema: {
        ...shared,
        operationId: 'listOperatorQuestions',
        summary: 'What orders ask operators, other than to be bought; answered like any action of an order',
        response: { 200: withOwnExample(AskedView), ...errors(...everyRoute) },
      },
    },
    async () => ({ actions: (await listOfOperators(database.db, 100)).map(presentAsked) }),
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
          'take_over, after asking whoever had it.',
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

function purchaseRoute(app: App, needs: DeskRouteNeeds, { onOrder, run, show }: Doors): void {
  app.post(
    '/operator/desk/:order_id/purchase',
    {
      onRequest: needs.guard.operator,
      schema: {
        ...shared,
        operationId: 'recordDeskPurchase',
        summary: 'Write down what was bought',
        description:
          'The order is placed and the money captured, once. Lines, shipping, tax, fees and discount have to add up to the ' +
          'total, and the total may not be above max_price. A record that comes after somebody else took the order over is ' +
          'refused with lease_lost and kept in the audit log.',
        params: DeskPath,
        body: PurchaseBody,
        response: {
          200: withOwnExample(TaskView),
          422: validationError,
          ...errors(...everyWrite, 'lease_lost', 'action_closed'),
        },
      },
    },
    async (request) => {
      const at = onOrder(request);
      const { body } = request;
      const purchase = {
        merchantOrderIds: body.merchant_order_ids,
        lines: body.lines.map((line) => ({
          itemId: line.item_id.toLowerCase(),
          unitPriceCents: line.unit_price_cents,
        })),
        shippingCents: body.shipping_cents,
        taxCents: body.tax_cents,
        feesCents: body.fees_cents ?? 0,
        discountCents: body.discount_cents ?? 0,
        totalCents: body.total_cents,
        estimatedDelivery: body.estimated_delivery ?? null,
        note: body.note ?? null,
      };
      try {
        await run((desk) => recordPurchase(desk, { ...at, lease: body.lease }, purchase));
      } catch (error) {
        if (error instanceof Failure && error.code === 'lease_lost') await keepLateRecord(run, at, body);
        throw error;
      }
      return show(at);
    },
  );
}

/** The operator bought it and recorded it too late: there may be two purchases now, and the audit log has to say so. */
async function keepLateRecord(
  run: Doors['run'],
  at: { orderId: string; operator: string },
  body: { merchant_order_ids: string[]; total_cents: number },
): Promise<void> {
  const after = { merchant_order_ids: body.merchant_order_ids, total_cents: body.total_cents };
  await run(({ record }) => record({ ...at, name: 'desk.late_record', after }));
}

function laterRoutes(app: App, needs: DeskRouteNeeds, { onOrder, run, show }: Doors): void {
  app.post(
    '/operator/desk/:order_id/parcels',
    {
      onRequest: needs.guard.operator,
      schema: {
        ...shared,
        operationId: 'addDeskParcel',
        summary: 'Enter a tracking number, or where a parcel is now',
        params: DeskPath,
        body: ParcelBody,
        response: { 200: withOwnExample(TaskView), 422: validationError, ...errors(...everyWrite, 'bad_request') },
      },
    },
    async (request) => {
      const at = onOrder(request);
      const { body } = request;
      const parcel = {
        carrier: body.carrier ?? null,
        trackingNumber: body.tracking_number,
        status: body.status,
        estimatedDeliveryDate: body.estimated_delivery_date ?? null,
        itemIds: (body.item_ids ?? []).map((id) => id.toLowerCase()),
      };
      await run((desk) => addParcel({ ...desk, reportParcels: needs.reportParcels }, at.orderId, at.operator, parcel));
      return show(at);
    },
  );

  app.post(
    '/operator/desk/:order_id/call-off',
    {
      onRequest: needs.guard.operator,
      schema: {
        ...shared,
        operationId: 'callOffDeskPurchase',
        summary: 'Say that the retailer cancelled a purchase: what was captured is refunded',
        params: DeskPath,
        body: CallOffBody,
        response: { 200: withOwnExample(TaskView), 422: validationError, ...errors(...everyWrite, 'bad_request') },
      },
    },
    async (request) => {
      const at = onOrder(request);
      await run((desk) => callOffPurchase(desk, at.orderId, at.operator, request.body.reason));
      return show(at);
    },
  );
}

function receiptRoutes(app: App, needs: DeskRouteNeeds): void {
  const { database, clock, blobs, guard } = needs;
  app.post(
    '/operator/desk/:order_id/receipts',
    {
      onRequest: guard.operator,
      bodyLimit: 8 * 1024 * 1024,
      schema: {
        ...shared,
        operationId: 'addDeskReceipt',
        summary: 'Keep a receipt: a PDF or a picture of at most 5 MiB',
        params: DeskPath,
        body: ReceiptBody,
        response: { 201: withOwnExample(ReceiptView), 422: validationError, ...errors(...everyWrite) },
      },
    },
    async (request, reply) => {
      const { name, content_type: contentType, data } = request.body;
      const orderId = request.params.order_id.toLowerCase();
      const receipt = { orderId, name, contentType, data, operator: personOf(request).email };
      return reply.code(201).send(presentReceipt(await addReceipt({ db: database.db, clock, blobs }, receipt)));
    },
  );

  app.get(
    '/operator/desk/:order_id/receipts/:receipt_id',
    {
      onRequest: guard.operator,
      schema: {
        ...shared,
        operationId: 'getDeskReceipt',
        summary: 'The bytes of a receipt',
        params: ReceiptPath,
        response: {
          200: uploadedFile,
          422: validationError,
          ...errors(...everyRoute, 'not_found'),
        },
      },
    },
    async (request, reply) => {
      const { order_id: orderId, receipt_id: id } = request.params;
      const { row, bytes } = await readReceipt({ db: database.db, clock, blobs }, orderId.toLowerCase(), id);
      return reply
        .type(row.content_type)
        .header('content-disposition', `attachment; filename="receipt-${row.id}"`)
        .send(bytes);
    },
  );
}
