import { Failure } from '../../../kit/failure.ts';
import { type App, withOwnExample } from '../../../platform/http/index.ts';
import { errors, validationError } from '../../../wire/index.ts';
import { orderIsLive } from '../orders/index.ts';
import { addParcel } from './add-parcel.ts';
import { callOffPurchase } from './call-off-purchase.ts';
import { recordPurchase } from './record-purchase.ts';
import { type DeskRouteNeeds, type Doors, everyWrite, shared } from './route-needs.ts';
import { CallOffBody, DeskPath, ParcelBody, PurchaseBody, TaskView } from './schema.ts';

export function purchaseRoute(app: App, needs: DeskRouteNeeds, { onOrder, run, show }: Doors): void {
  app.post(
    '/operator/desk/:order_id/purchase',
    {
      ...needs.guard.operatorMoney(orderIsLive(needs.database), 'session'),
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

export function laterRoutes(app: App, needs: DeskRouteNeeds, { onOrder, run, show }: Doors): void {
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
      ...needs.guard.operatorMoney(orderIsLive(needs.database), 'session'),
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
