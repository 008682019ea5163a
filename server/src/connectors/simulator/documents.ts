import { type Clock, secondMs } from '../../kit/clock.ts';
import { formatMoney } from '../../kit/money.ts';
import { printable } from '../../kit/printable.ts';
import { paceOf } from '../../kit/test-clock.ts';
import type { Connector, DocumentsAnswer } from '../contract.ts';
import type { SimulatorCatalog } from './catalog/index.ts';
import type { PurchaseRow, SimulatorSql } from './sql.ts';
import { trackPurchase } from './tracking.ts';

/** Countries with invoices. */
const invoicedCountries = ['DE', 'IT'];

const inkHeight = 11;

interface Needs {
  catalog: Pick<SimulatorCatalog, 'locate'>;
  store: Pick<SimulatorSql, 'purchases'>;
  clock: Clock;
  timeScale: number;
}

export function createDocuments({ catalog, store, clock, timeScale }: Needs): NonNullable<Connector['documents']> {
  return {
    countries: invoicedCountries,
    alsoFor: (url) => catalog.locate(url)?.productId === 'test-desk',
    async list({ reference }, _query, { signal }) {
      signal.throwIfAborted();
      const [purchase] = await store.purchases(reference);
      if (!purchase) return { kind: 'listed', documents: [], pollAfterMs: null };
      if (purchase.contents.scenario === 'desk') return receiptOf(purchase);
      const { shipments } = trackPurchase(purchase, clock.now(), paceOf(timeScale));
      const isShipped = shipments.some(({ status }) => status !== 'pending');
      return invoiceOf(purchase, isShipped, Math.max(1, paceOf(timeScale)) * secondMs);
    },
  };
}

/** The invoice, once shipped. */
async function invoiceOf(purchase: PurchaseRow, isShipped: boolean, waitMs: number): Promise<DocumentsAnswer> {
  if (purchase.cancelled_at) return { kind: 'listed', documents: [], pollAfterMs: null };
  if (!isShipped) return { kind: 'listed', documents: [], pollAfterMs: waitMs };
  const number = `INV-${purchase.merchant_order_ids[0] ?? purchase.reference.slice(0, 8)}`;
  const bytes = await drawPaper(purchase, `Invoice ${number}`);
  const name = `invoice-${number.replaceAll(/[^A-Za-z0-9-]/g, '')}.pdf`;
  const document = { id: number, kind: 'invoice' as const, name, contentType: 'application/pdf' as const, bytes };
  return { kind: 'listed', documents: [document], pollAfterMs: null };
}

/** The desk's receipt. */
async function receiptOf(purchase: PurchaseRow): Promise<DocumentsAnswer> {
  const [number = purchase.reference.slice(0, 8)] = purchase.merchant_order_ids;
  const bytes = await drawPaper(purchase, `Receipt ${number}`);
  const file = { name: 'receipt.pdf', contentType: 'application/pdf', bytes, filedBy: 'sandbox desk' } as const;
  return { kind: 'listed', documents: [{ id: `receipt ${number}`, kind: 'receipt', ...file }], pollAfterMs: null };
}

async function drawPaper({ contents, retailer }: PurchaseRow, title: string): Promise<Uint8Array> {
  const { PDFDocument, StandardFonts } = await import('pdf-lib');
  const { lines, price, address, notes } = contents;
  const money = (amount: number): string => formatMoney({ amount, currency: price.currency });
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([595, 842]);
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const texts = [
    `${title} (sandbox: nothing was sold)`,
    retailer,
    '',
    `${address.firstName} ${address.lastName}`,
    address.addressLine1,
    `${address.postalCode} ${address.city}, ${address.country}`,
    ...(notes.taxId ? [`Tax ID ${notes.taxId}`] : []),
    '',
    ...lines.map((line) => `${line.quantity} x ${line.title}: ${money(line.unitPrice * line.quantity)}`),
    `Shipping: ${money(price.shipping)}`,
    `Total: ${money(price.total)}, including tax ${money(price.tax)}`,
  ];
  for (const [index, text] of texts.entries()) {
    page.drawText(printable(text).slice(0, 90), { x: 50, y: 780 - index * 1.5 * inkHeight, size: inkHeight, font });
  }
  return pdf.save();
}
