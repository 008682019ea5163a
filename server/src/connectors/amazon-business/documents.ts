import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type Static, Type } from 'typebox';
import { type Clock, dayMs, hourMs, minuteMs, plusMs, secondMs } from '../../kit/clock.ts';
import { fieldsOf, listOf, textOf } from '../../kit/fields.ts';
import { parseJsonShape } from '../../platform/parse-shape.ts';
import { unreachableFrom } from '../answers.ts';
import {
  type Call,
  type DocumentsAnswer,
  type DocumentsQuery,
  documentBytesMax,
  type PurchaseRecord,
  type StoreDocument,
  type Unreachable,
} from '../contract.ts';
import type { AmazonApi, AmazonRequest } from './api.ts';
import { noteIn } from './handle.ts';
import type { AmazonOptions } from './settings.ts';

interface Needs {
  api: AmazonApi;
  options: AmazonOptions;
  clock: Clock;
}

/** An invoice or credit note, and the report that Amazon was asked to make of it. */
const Pending = Type.Object({
  id: Type.String(),
  kind: Type.Enum(['invoice', 'credit_note']),
  reportId: Type.String(),
});
type Pending = Static<typeof Pending>;
type Paper = Omit<Pending, 'reportId'>;

/** How often to look for invoices, and for credit notes that follow a refund. */
const lookEveryMs = 12 * hourMs;
/** Amazon doesn't say how long a report takes. */
const reportEveryMs = minuteMs;
/** An order without a recorded time was placed within these days. */
const orderedWithinMs = 120 * dayMs;
const pagesMax = 20;
const linesMax = 25;
const reportType = 'GET_AB_INVOICE_PDF';

/** One step of fetching the documents of an order: finds one that is new, has Amazon make its PDF, or reads the PDF. */
export async function listDocuments(
  needs: Needs,
  purchase: PurchaseRecord,
  { known, resume }: DocumentsQuery,
  call: Call,
): Promise<DocumentsAnswer> {
  const pending = parseJsonShape(Pending, resume);
  if (pending) return readReport(needs, pending, call);
  const lines = await shippedLines(needs, purchase, call);
  if (!Array.isArray(lines)) return lines;
  const papers = await papersOf(needs, purchase, lines, call);
  if (!Array.isArray(papers)) return papers;
  const paper = papers.find(({ id }) => !known.has(id));
  return paper ? requestReport(needs, paper, call) : nothingNew;
}

const nothingNew: DocumentsAnswer = { kind: 'listed', documents: [], pollAfterMs: lookEveryMs };

/** Amazon's data, or why there is none. */
async function dataOf({ api }: Needs, request: AmazonRequest, call: Call) {
  const reply = await api.ask(request, call);
  if (reply.kind === 'failed') return unreachableFrom(reply.problem);
  return reply.kind === 'error' ? unreachableFrom(reply) : { kind: 'data' as const, data: reply.data };
}

interface Line {
  orderId: string;
  orderLineItemId: string;
  shipmentId: string;
}

const isLine = (line: { [Name in keyof Line]: unknown }): line is Line =>
  [line.orderId, line.orderLineItemId, line.shipmentId].every((id) => typeof id === 'string' && id !== '');

/** What has shipped of this purchase, from the account's report. */
async function shippedLines(needs: Needs, purchase: PurchaseRecord, call: Call): Promise<Line[] | Unreachable> {
  const { merchantOrderIds: ids, note } = purchase;
  if (ids.length === 0) return [];
  const now = needs.clock.now();
  const placed = noteIn(note)?.at;
  const since = placed === undefined ? plusMs(now, -orderedWithinMs) : plusMs(new Date(placed), -dayMs);
  const range = { orderStartDate: since.toISOString(), orderEndDate: now.toISOString(), orderIds: ids.join(',') };
  const path = '/reports/2025-06-09/shipmentLineItemReports';
  const lines: Line[] = [];
  let nextPageToken: string | undefined;
  for (let page = 0; page < pagesMax; page += 1) {
    const query = { ...range, region: needs.options.market.code, nextPageToken };
    const read = await dataOf(needs, { operation: 'shipments', path, query }, call);
    if (read.kind === 'unreachable') return read;
    const found = listOf(read.data.shipmentLineItemsReport).map((entry) => {
      const { orderMetadata, shipmentMetadata, orderLineItemId } = fieldsOf(entry);
      const { shipmentId } = fieldsOf(shipmentMetadata);
      return { orderId: fieldsOf(orderMetadata).orderId, orderLineItemId, shipmentId };
    });
    lines.push(...found.filter(isLine).filter(({ orderId }) => ids.includes(orderId)));
    nextPageToken = textOf(read.data.nextPageToken);
    if (nextPageToken === undefined || nextPageToken === '') break;
  }
  return lines;
}

/** The invoices and credit notes of these lines that are for this purchase alone. */
async function papersOf(
  needs: Needs,
  { merchantOrderIds: ids }: PurchaseRecord,
  lines: readonly Line[],
  call: Call,
): Promise<Paper[] | Unreachable> {
  const papers: Paper[] = [];
  for (let start = 0; start < lines.length; start += linesMax) {
    const json = { orderLineItems: lines.slice(start, start + linesMax) };
    const path = '/reconciliation/2021-01-08/invoices';
    const read = await dataOf(needs, { operation: 'invoices', method: 'POST', path, json }, call);
    if (read.kind === 'unreachable') return read;
    for (const entry of listOf(read.data.invoiceDetailsByOrderLineItems).map(fieldsOf)) {
      if (!ids.some((id) => id === fieldsOf(entry.orderLineItem).orderId)) continue;
      for (const invoice of listOf(entry.invoiceDetails).map(fieldsOf)) {
        const id = textOf(invoice.invoiceNumber) ?? '';
        // A consolidated invoice also lists orders of other customers.
        if (id === '' || (invoice.consolidatedInvoiceDetails ?? null) !== null) continue;
        papers.push({ id, kind: invoice.invoiceType === 'CREDIT_MEMO' ? 'credit_note' : 'invoice' });
      }
    }
  }
  return papers;
}

const resumeWith = (pending: Pending, pollAfterMs: number): DocumentsAnswer => ({
  kind: 'listed',
  documents: [],
  resume: JSON.stringify(pending),
  pollAfterMs,
});

async function requestReport(needs: Needs, paper: Paper, call: Call): Promise<DocumentsAnswer> {
  const documentType = paper.kind === 'invoice' ? 'Invoice' : 'Credits';
  const json = {
    reportType,
    marketplaceIds: [needs.options.market.id],
    reportOptions: { invoiceId: paper.id, documentType },
  };
  const read = await dataOf(needs, { operation: 'createReport', method: 'POST', path: reportsPath, json }, call);
  if (read.kind === 'unreachable') return read;
  const reportId = textOf(read.data.reportId);
  if (reportId === undefined) return unreachableFrom({ message: 'Amazon accepted a report without an ID.' });
  return resumeWith({ ...paper, reportId }, secondMs);
}

const reportsPath = '/reports/2021-09-30/reports';

async function readReport(needs: Needs, pending: Pending, call: Call): Promise<DocumentsAnswer> {
  const path = `${reportsPath}/${encodeURIComponent(pending.reportId)}`;
  const reply = await needs.api.ask({ operation: 'getReport', path }, call);
  if (reply.kind === 'failed') return unreachableFrom(reply.problem);
  // Amazon keeps a report for 90 days. One that is gone or failed is requested again at the next look.
  if (reply.kind === 'error') return nothingNew;
  const { processingStatus: status, reportDocumentId: documentId } = reply.data;
  if (status === 'IN_QUEUE' || status === 'IN_PROGRESS') return resumeWith(pending, reportEveryMs);
  if (status !== 'DONE' || typeof documentId !== 'string') return nothingNew;
  return readPaper(needs, pending, documentId, call);
}

async function readPaper(needs: Needs, pending: Pending, documentId: string, call: Call): Promise<DocumentsAnswer> {
  const path = `/reports/2021-09-30/documents/${encodeURIComponent(documentId)}`;
  const read = await dataOf(needs, { operation: 'getReportDocument', path }, call);
  if (read.kind === 'unreachable') return read;
  const file = await needs.api.download(textOf(read.data.url) ?? '', documentBytesMax, call);
  if (file.kind === 'unreachable') return unreachableFrom(file);
  // The link expires after five minutes; the next attempt gets another one.
  if (file.status !== 200) return unreachableFrom({ message: `Amazon returned ${file.status} for a document.` });
  const bytes = read.data.compressionAlgorithm === 'GZIP' && file.bytes ? await unpacked(file.bytes) : file.bytes;
  const { id, kind } = pending;
  // Look again at once: there may be more.
  if (bytes === null) return { kind: 'listed', documents: [], unusable: [id], pollAfterMs: secondMs };
  const name = `${kind === 'invoice' ? 'invoice' : 'credit-note'}-${id.replaceAll(/[^A-Za-z0-9-]/g, '')}.pdf`;
  const document: StoreDocument = { id, kind, name, contentType: 'application/pdf', bytes };
  return { kind: 'listed', documents: [document], pollAfterMs: secondMs };
}

/** Null: it is no gzip file, or too long unpacked. */
const unpacked = (bytes: Buffer): Promise<Buffer | null> =>
  promisify(gunzip)(bytes, { maxOutputLength: documentBytesMax }).catch(() => null);
