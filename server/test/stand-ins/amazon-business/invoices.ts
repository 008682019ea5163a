import { gzipSync } from 'node:zlib';
import { marketplaces } from '../../../src/connectors/amazon-business/marketplaces.ts';
import { fieldsOf, listOf } from '../../../src/kit/fields.ts';
import { errorBody, type Json, type Reply, type SoldOrder, type State } from './state.ts';

const bad = (message: string): Reply => ({ status: 400, body: errorBody('INVALID_REQUEST_PARAMETER', message) });
const gone: Reply = { status: 404, body: errorBody('NOT_FOUND') };

/** Amazon's own ID of a line. */
const lineIdOf = ({ orderId }: SoldOrder, line: Json): string => `${orderId.replaceAll('-', '')}${line.externalId}`;
export const invoiceIdOf = ({ orderId }: SoldOrder): string => `INV-${orderId}`;
export const creditIdOf = ({ orderId }: SoldOrder): string => `CR-${orderId}`;

/** The lines that shipped, by order ID. */
export function shipmentReport(state: State, url: URL): Reply {
  if (!state.behavior.hasReports) return { status: 403, body: errorBody('UNAUTHORIZED') };
  const [start = 0, end = 0] = ['orderStartDate', 'orderEndDate'].map((name) =>
    Date.parse(url.searchParams.get(name) ?? ''),
  );
  const isRange = end - start <= 366 * 86_400_000 && end - start > 0 && end <= state.clock.now().getTime();
  const ids = (url.searchParams.get('orderIds') ?? '').split(',');
  if (!isRange || ids.length > 30) return bad('orderStartDate');
  const entries = state.orders
    .filter(({ steps, placedAt }) => steps > 0 && placedAt.getTime() >= start && placedAt.getTime() <= end)
    .filter(({ orderId }) => [...ids, ...state.strayShipments].includes(orderId))
    .flatMap((order) =>
      order.result.lineItems.map((line) => ({
        orderMetadata: { orderDate: order.placedAt.toISOString(), orderId: order.orderId, region: 'US' },
        shipmentMetadata: { shipmentDate: order.placedAt.toISOString(), shipmentId: 'S1' },
        purchaseOrderNumber: order.purchaseOrderNumber,
        orderLineItemId: lineIdOf(order, line),
        quantity: 1,
      })),
    );
  const from = Number(url.searchParams.get('nextPageToken') ?? 0);
  const page = entries.slice(from, from + state.behavior.reportsPerPage);
  const next = from + page.length < entries.length ? { nextPageToken: String(from + page.length) } : {};
  return { status: 200, body: { shipmentLineItemsReport: page, ...next } };
}

/** The invoices and credit memos of these lines. */
export function listInvoices(state: State, body: Json): Reply {
  const lines = listOf(body.orderLineItems).map(fieldsOf);
  if (lines.length < 1 || lines.length > 25) return bad('orderLineItems');
  const details = lines.flatMap((orderLineItem) => {
    const order = state.orders.find(({ orderId }) => orderId === orderLineItem.orderId);
    const isKnown = order?.result.lineItems.some((line) => lineIdOf(order, line) === orderLineItem.orderLineItemId);
    return order && isKnown && orderLineItem.shipmentId === 'S1'
      ? [{ orderLineItem, invoiceDetails: papersOf(state, order) }]
      : [];
  });
  return { status: 200, body: { invoiceDetailsByOrderLineItems: [...details, ...state.strayInvoices] } };
}

function papersOf({ behavior, clock }: State, order: SoldOrder): Json[] {
  const invoiceDate = clock.now().toISOString();
  const consolidatedInvoiceDetails = behavior.isConsolidated ? { invoiceNumber: '11XS-123S-XFA1' } : null;
  const shared = { invoiceDate, consolidatedInvoiceDetails };
  return [
    { ...shared, invoiceNumber: invoiceIdOf(order), invoiceType: 'STANDARD' },
    ...(order.isRefunded ? [{ ...shared, invoiceNumber: creditIdOf(order), invoiceType: 'CREDIT_MEMO' }] : []),
  ];
}

/** Asks for the PDF of an invoice or credit memo. */
export function createReport(state: State, { reportType, marketplaceIds, reportOptions }: Json): Reply {
  const { invoiceId, documentType } = fieldsOf(reportOptions);
  const isPlace = listOf(marketplaceIds).some((id) => marketplaces.some((market) => market.id === id));
  if (reportType !== 'GET_AB_INVOICE_PDF' || !isPlace) return bad('reportType');
  const isKnown = state.orders.some((order) =>
    documentType === 'Invoice'
      ? invoiceIdOf(order) === invoiceId
      : documentType === 'Credits' && creditIdOf(order) === invoiceId,
  );
  if (!isKnown) return bad('reportOptions');
  const reportId = `R${state.papers.size + 1}`;
  state.papers.set(reportId, { invoiceId: String(invoiceId), waits: state.behavior.reportWaits });
  return { status: 202, body: { reportId } };
}

export function showReport(state: State, reportId: string): Reply {
  const paper = state.papers.get(reportId);
  if (!paper) return gone;
  const isDone = paper.waits <= 0;
  paper.waits -= 1;
  const { reportStatus } = state.behavior;
  const more = isDone && reportStatus === 'DONE' ? { reportDocumentId: `D-${reportId}` } : {};
  const createdTime = state.clock.now().toISOString();
  const processingStatus = isDone ? reportStatus : 'IN_PROGRESS';
  return { status: 200, body: { reportId, reportType: 'GET_AB_INVOICE_PDF', createdTime, processingStatus, ...more } };
}

export function showDocument(state: State, reportDocumentId: string): Reply {
  const reportId = reportDocumentId.slice(2);
  if (!state.papers.has(reportId)) return gone;
  const more = state.behavior.isCompressed ? { compressionAlgorithm: 'GZIP' } : {};
  const url = `${state.origin}/files/${reportId}?signature=s`;
  return { status: 200, body: { reportDocumentId, url, ...more } };
}

/** The presigned link. It refuses a call with other credentials, as the storage behind it does. */
export function sendFile(state: State, url: URL, headers: Record<string, string>): Reply {
  const isSigned = url.searchParams.get('signature') === 's' && headers['x-amz-access-token'] === undefined;
  if (!isSigned || !state.papers.has(url.pathname.slice('/files/'.length))) return { status: 403, body: {} };
  const { paper, isCompressed } = state.behavior;
  return { status: 200, body: null, bytes: isCompressed ? gzipSync(paper) : paper };
}
