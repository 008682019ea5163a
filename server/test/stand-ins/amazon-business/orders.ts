import { fieldsOf, listOf } from '../../../src/kit/fields.ts';
import { itemOf, money } from './products.ts';
import { errorBody, type Json, type Reply, type SoldOrder, type State } from './state.ts';

interface Line {
  externalId: string;
  asin: string;
  quantity: number;
  expectations: Json[];
}

const attributesOf = (holder: Json): Json[] => listOf(holder.attributes).map(fieldsOf);
const attribute = (holder: Json, type: string): Json | undefined =>
  attributesOf(holder).find(({ attributeType }) => attributeType === type);

function linesIn(body: Json): Line[] {
  return listOf(body.lineItems)
    .map(fieldsOf)
    .map((line) => ({
      externalId: String(line.externalId),
      asin: String(fieldsOf(attribute(line, 'SelectedProductReference')?.productReference).id),
      quantity: Number(line.quantity),
      expectations: listOf(line.expectations).map(fieldsOf),
    }));
}

/** What the published model says must be there. */
function refuseBody(body: Json): Reply | null {
  const bad = (message: string): Reply => ({ status: 400, body: errorBody('INVALID_REQUEST_PARAMETER', message) });
  if (typeof body.externalId !== 'string' || body.externalId.length > 255) return bad('externalId');
  if (!Array.isArray(body.expectations) || !Array.isArray(body.attributes)) return bad('expectations, attributes');
  const lines = listOf(body.lineItems).map(fieldsOf);
  if (lines.length < 1 || lines.length > 50) return bad('lineItems');
  if (lines.some((line) => !Array.isArray(line.expectations) || !Array.isArray(line.attributes))) return bad('line');
  for (const type of ['PurchaseOrderNumber', 'BuyerReference', 'Region', 'SelectedPaymentMethodReference']) {
    if (!attribute(body, type)) return bad(type);
  }
  const address = fieldsOf(attribute(body, 'ShippingAddress')?.address);
  const needed = ['fullName', 'addressLine1', 'city', 'postalCode', 'countryCode'];
  if (address.addressType !== 'PhysicalAddress' || needed.some((name) => !address[name])) return bad('ShippingAddress');
  if (address.countryCode === 'US' && !address.stateOrRegion) return bad('stateOrRegion');
  return String(address.addressLine2 ?? '').length > 60 ? bad('addressLine2') : null;
}

export const isTrial = (body: Json): boolean => attribute(body, 'TrialMode') !== undefined;

/** Orders and trials share this operation. */
export function placeOrder(state: State, body: Json): Reply {
  const refusal = refuseBody(body);
  if (refusal) return refusal;
  const { behavior } = state;
  const before = state.orders.find(({ externalId }) => externalId === body.externalId);
  if (before && behavior.duplicates === 'replay') return { status: 200, body: before.result };
  if (before && behavior.duplicates === 'reject') return { status: 400, body: errorBody('InvalidInput', 'externalId') };
  const isReal = !isTrial(body) && !behavior.isTestMode;
  const orderId = `112-${String(1000000 + state.orders.length).slice(-7)}-0000001`;
  const results = linesIn(body).map((line) => lineResult(state, line, isTrial(body), isReal ? orderId : null));
  const isSold = isReal && results.some(({ lineItem }) => listOf(lineItem.acceptedItems).length > 0);
  const result = {
    lineItems: results.map(({ lineItem }) => lineItem),
    acceptanceArtifacts: [
      ...(isSold ? [{ acceptanceArtifactType: 'Signed' }] : []),
      ...(behavior.hasUnknownArtifacts ? [{ acceptanceArtifactType: 'SomethingNew', depth: 3 }] : []),
    ],
    rejectionArtifacts: [],
  };
  if (isSold) {
    state.orders.push({
      externalId: String(body.externalId),
      purchaseOrderNumber: String(attribute(body, 'PurchaseOrderNumber')?.purchaseOrderNumber),
      orderId,
      placedAt: state.clock.now(),
      total: results.reduce((sum, { total }) => sum + total, 0),
      result,
      steps: 0,
      isCanceled: false,
    });
  }
  return { status: 200, body: result };
}

const taxOf = (cents: number): number => Math.round(cents * 0.0825);

function lineResult(
  { behavior, clock }: State,
  line: Line,
  isTried: boolean,
  orderId: string | null,
): { lineItem: Json; total: number } {
  const item = itemOf(line.asin);
  const rise = isTried && !behavior.isRiseShown ? 0 : behavior.priceRise;
  const unit = (item?.cents ?? 0) + rise;
  const most = isTried ? behavior.availableMost : (behavior.soldOfFirstLine ?? behavior.availableMost);
  const isLimited = most !== null && (line.externalId === '1' || behavior.soldOfFirstLine === null || isTried);
  const quantity = !item || item.restriction ? 0 : isLimited ? Math.min(line.quantity, most ?? 0) : line.quantity;
  const subtotal = unit * quantity;
  const shipping = (subtotal < 2500 ? 499 : 0) + (isTried ? 0 : behavior.shippingRise);
  const discount = quantity > 0 ? behavior.discount : 0;
  const tax = taxOf(subtotal);
  const broken =
    behavior.rejection ?? brokenExpectations(behavior.tolerancePercent, line, { unit, subtotal, shipping, tax });
  const rejectedItem = (count: number, artifacts: Json[]) => ({ quantity: count, artifacts });
  if (broken.length > 0) {
    const lineItem = {
      externalId: line.externalId,
      acceptedItems: [],
      rejectedItems: [rejectedItem(line.quantity, broken)],
    };
    return { lineItem, total: 0 };
  }
  const missing = line.quantity - quantity;
  const short = [
    { rejectionArtifactType: 'UnavailableQuantity', quantity: missing },
    { rejectionArtifactType: 'AvailableQuantity', quantity },
  ];
  const charge = (cents: number, category: string, type: string) => ({
    acceptanceArtifactType: 'Charge',
    amount: money(cents),
    category,
    type,
  });
  const artifacts = [
    ...(orderId === null ? [] : [{ acceptanceArtifactType: 'OrderIdentifier', identifier: orderId }]),
    { acceptanceArtifactType: 'UnitPrice', amount: money(unit) },
    charge(behavior.hasChargesOfPieces ? unit : subtotal, 'SUBTOTAL', 'PRINCIPAL'),
    charge(tax, 'SUBTOTAL', 'TAX'),
    ...(shipping > 0 ? [charge(shipping, 'SHIPPING', 'PRINCIPAL')] : []),
    ...(discount === 0 ? [] : [charge(discount, 'SUBTOTAL', 'DISCOUNT')]),
    {
      acceptanceArtifactType: 'DeliveryTimeRange',
      lowerBoundary: { date: clock.now().toISOString() },
      // As in the documented example: a blank for the T, and no zone.
      upperBoundary: {
        date: new Date(clock.now().getTime() + 3 * 86_400_000).toISOString().slice(0, 19).replace('T', ' '),
      },
    },
    ...(behavior.hasUnknownArtifacts ? [{ acceptanceArtifactType: 'CarbonFootprint', grams: 12 }] : []),
  ];
  const lineItem = {
    externalId: line.externalId,
    acceptedItems: quantity > 0 ? [{ acceptedItemType: 'SingleAcceptedItem', quantity, artifacts }] : [],
    rejectedItems: missing > 0 ? [rejectedItem(missing, short)] : [],
  };
  const taxOnTop = behavior.hasTaxInside ? 0 : tax;
  return { lineItem, total: quantity > 0 ? subtotal + taxOnTop + shipping + discount : 0 };
}

/** Amazon lets a price pass that is at most the expectation and the account's tolerance. */
function brokenExpectations(
  tolerance: number,
  { expectations }: Line,
  actual: { unit: number; subtotal: number; shipping: number; tax: number },
): Json[] {
  const bySource: Record<string, number> = { SUBTOTAL: actual.subtotal, SHIPPING: actual.shipping, TAX: actual.tax };
  return expectations.flatMap(({ expectationType, amount, source }) => {
    const isUnit = expectationType === 'ExpectedUnitPrice';
    const charged = isUnit ? actual.unit : (bySource[String(source)] ?? 0);
    const most = (Math.round(Number(fieldsOf(amount).amount) * 100) * (100 + tolerance)) / 100;
    if (charged <= most) return [];
    const rejectionArtifactType = isUnit ? 'BrokenUnitPriceExpectation' : 'BrokenChargeExpectation';
    return [{ rejectionArtifactType, boundary: amount, actualAmount: money(charged), sources: isUnit ? [] : [source] }];
  });
}

const isVisible = ({ clock, behavior }: State, { placedAt }: SoldOrder): boolean =>
  clock.now().getTime() - placedAt.getTime() >= behavior.visibleAfterMs;

export function showOrder(state: State, externalId: string, headers: Record<string, string>): Reply {
  if (!headers['x-amz-user-email']) return { status: 403, body: errorBody('UNAUTHORIZED') };
  const order = state.orders.find((known) => known.externalId === externalId && isVisible(state, known));
  if (!order) return { status: 404, body: errorBody('ORDER_NOT_FOUND') };
  return { status: 200, body: order.steps === 0 ? order.result : shipped(order) };
}

const trackingNumberOf = ({ orderId }: SoldOrder): string => `TBA${orderId.replaceAll('-', '')}`;

/** The same result, with what is on its way. */
function shipped(order: SoldOrder): Json {
  const packageReference = { packageReferenceType: 'CarrierTrackingNumber', value: trackingNumberOf(order) };
  const lineItems = order.result.lineItems.map((line) => ({
    ...line,
    acceptedItems: listOf(line.acceptedItems)
      .map(fieldsOf)
      .map((item) => ({
        ...item,
        artifacts: [
          ...listOf(item.artifacts),
          {
            acceptanceArtifactType: 'ShipmentGroup',
            identifier: 'S1',
            packageReferences: [packageReference],
            quantity: item.quantity,
          },
        ],
      })),
  }));
  const packageAttributes = [
    {
      packageAttributeType: 'PackageTrackingAttribute',
      carrierName: 'AMZN_US',
      deliveryDateRange: { endDateTime: { date: '2026-12-01 20:00:00' } },
      packageId: '1',
    },
  ];
  const shipment = {
    acceptanceArtifactType: 'Shipment',
    identifier: 'S1',
    packages: [{ packageReference, packageAttributes }],
  };
  return { ...order.result, lineItems, acceptanceArtifacts: [...order.result.acceptanceArtifacts, shipment] };
}

export function trackParcel(state: State, orderId: string): Reply {
  const order = state.orders.find((known) => known.orderId === orderId && known.steps > 0);
  if (!order) return { status: 404, body: errorBody('InvalidInput') };
  const at = order.placedAt.toISOString();
  const isDelivered = order.steps > 1;
  const milestone = (milestoneType: string) => ({ milestoneType, milestoneWindow: { startDate: at, endDate: at } });
  return {
    status: 200,
    body: {
      packageTrackingDetails: {
        trackingStatus: isDelivered ? 'DELIVERED' : 'SHIPPED',
        localizedDeliveryPromise: 'Arriving soon',
        carrierDetails: { localizedCarrierName: 'Amazon', carrierTrackingId: trackingNumberOf(order) },
        packageMilestones: ['ORDERED', 'SHIPPED', ...(isDelivered ? ['DELIVERED'] : [])].map(milestone),
      },
    },
  };
}

/** The orders of the account, by purchase order number or by date. */
export function report(state: State, url: URL): Reply {
  if (!state.behavior.hasReports) return { status: 403, body: errorBody('UNAUTHORIZED') };
  const range = ['orderStartDate', 'orderEndDate'].map((name) => Date.parse(url.searchParams.get(name) ?? ''));
  const [start = 0, end = 0] = range;
  const isInOneYear = end - start <= 366 * 86_400_000 && end <= state.clock.now().getTime();
  const [, number] = /\/purchaseOrders\/([^/]+)\//.exec(url.pathname) ?? [];
  if (number === undefined && !isInOneYear) return { status: 400, body: errorBody('InvalidInput', 'orderStartDate') };
  const since = number === undefined ? start : 0;
  const until = number === undefined ? end : Number.POSITIVE_INFINITY;
  const listed = state.orders.filter(
    (order) =>
      (number === undefined || order.purchaseOrderNumber === decodeURIComponent(number)) &&
      order.placedAt.getTime() >= since &&
      order.placedAt.getTime() <= until,
  );
  const from = Number(url.searchParams.get('nextPageToken') ?? 0);
  if (from > 0 && state.behavior.losesReportPages) return { status: 404, body: errorBody('NOT_FOUND') };
  const page = listed.slice(from, from + state.behavior.reportsPerPage);
  const next = from + page.length < listed.length ? { nextPageToken: String(from + page.length) } : {};
  return { status: 200, body: { ordersReport: page.map(reportEntry), size: page.length, ...next } };
}

const reportEntry = (order: SoldOrder, index: number): Json => ({
  // The schema and the samples disagree about the form of the date.
  orderMetadata: {
    orderDate: index % 2 === 0 ? { date: order.placedAt.toISOString() } : order.placedAt.toISOString(),
    orderId: order.orderId,
    region: 'US',
  },
  purchaseOrderNumber: order.purchaseOrderNumber,
  orderStatus: order.isCanceled ? 'CANCELLED' : 'PENDING_FULFILLMENT',
  charges: [{ type: 'NET_TOTAL', amount: money(order.total) }],
});
