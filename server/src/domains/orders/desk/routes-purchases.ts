import { Failure } from '../../../kit/failure.ts';
import type { Router } from '../../access/accounts/index.ts';
import { movesLiveOrder } from '../orders/index.ts';
import { addParcel, cancelPurchase, recordPurchase } from './record-purchase.ts';
import type { DeskHandlers, DeskRouteNeeds } from './route-needs.ts';
import { CancelPurchaseBody, ParcelBody, PurchaseBody, TaskView } from './schema.ts';

export function purchaseRoutes(router: Router, needs: DeskRouteNeeds, handlers: DeskHandlers): void {
  recordRoute(router, needs, handlers);
  afterPurchaseRoutes(router, needs, handlers);
}

function recordRoute(router: Router, needs: DeskRouteNeeds, { onOrder, run, change }: DeskHandlers): void {
  router.post('/operator/desk/:order_id/purchase', {
    auth: needs.guard.operatorMoney(movesLiveOrder(needs.database), 'session'),
    operationId: 'recordDeskPurchase',
    summary: 'Record a purchase',
    description:
      "Places the order and captures the money, once. Lines, shipping, tax, fees and discount must add up to the total, and the total can't exceed `max_price`. If another operator took over the order, the response is `lease_lost`, and what you sent is kept in the audit log.",
    body: PurchaseBody,
    response: { 200: TaskView },
    errors: ['lease_lost', 'action_closed'],
    async handler(request) {
      const { body } = request;
      const purchase = {
        merchantOrderIds: body.merchant_order_ids,
        lines: body.lines.map((line) => ({
          itemId: line.item_id.toLowerCase(),
          unitPriceCents: line.unit_price_cents,
          quantity: line.quantity ?? null,
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
        return await change(request, (desk, at) => recordPurchase(desk, { ...at, lease: body.lease }, purchase));
      } catch (error) {
        if (error instanceof Failure && error.code === 'lease_lost') {
          // The operator bought it but recorded it too late. There may be two purchases now, so the audit log says so.
          const after = { merchant_order_ids: body.merchant_order_ids, total_cents: body.total_cents };
          await run(({ record }) => record({ ...onOrder(request), name: 'desk.late_record', after }));
        }
        throw error;
      }
    },
  });
}

function afterPurchaseRoutes(router: Router, needs: DeskRouteNeeds, { change }: DeskHandlers): void {
  router.post('/operator/desk/:order_id/parcels', {
    auth: 'operator',
    operationId: 'addDeskParcel',
    summary: 'Add or update a package',
    description: 'Records a tracking number or the current status of a package.',
    body: ParcelBody,
    response: { 200: TaskView },
    errors: ['bad_request'],
    handler(request) {
      const { body } = request;
      const parcel = {
        carrier: body.carrier ?? null,
        trackingNumber: body.tracking_number,
        status: body.status,
        estimatedDeliveryDate: body.estimated_delivery_date ?? null,
        itemIds: (body.item_ids ?? []).map((id) => id.toLowerCase()),
      };
      const { reportParcels } = needs;
      return change(request, (desk, at) => addParcel({ ...desk, reportParcels }, at.orderId, at.operator, parcel));
    },
  });

  router.post('/operator/desk/:order_id/call-off', {
    auth: needs.guard.operatorMoney(movesLiveOrder(needs.database), 'session'),
    operationId: 'callOffDeskPurchase',
    summary: 'Record a cancellation by the store',
    description: 'For an order that was placed manually. The captured amount is refunded.',
    body: CancelPurchaseBody,
    response: { 200: TaskView },
    errors: ['bad_request'],
    handler: (request) =>
      change(request, (desk, at) => cancelPurchase(desk, at.orderId, at.operator, request.body.reason)),
  });
}
