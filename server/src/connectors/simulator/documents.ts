import { formatMoney } from '../../kit/money.ts';
import { printable } from '../../kit/printable.ts';
import type { DocumentsAnswer } from '../contract.ts';
import type { PurchaseRow } from './sql.ts';

/** Where simulated stores write invoices: in countries whose prices contain tax, and businesses want it stated. */
export const invoicedCountries = ['DE', 'IT'];

const inkHeight = 11;

/** The invoice of a purchase, once it was sent off. */
export async function invoiceOf(purchase: PurchaseRow, isShipped: boolean, waitMs: number): Promise<DocumentsAnswer> {
  if (purchase.cancelled_at) return { kind: 'listed', documents: [], pollAfterMs: null };
  if (!isShipped) return { kind: 'listed', documents: [], pollAfterMs: waitMs };
  const number = `INV-${purchase.merchant_order_ids[0] ?? purchase.reference.slice(0, 8)}`;
  const bytes = await drawInvoice(purchase, number);
  const name = `invoice-${number.replaceAll(/[^A-Za-z0-9-]/g, '')}.pdf`;
  const document = { id: number, kind: 'invoice' as const, name, contentType: 'application/pdf' as const, bytes };
  return { kind: 'listed', documents: [document], pollAfterMs: null };
}

async function drawInvoice({ contents, retailer }: PurchaseRow, number: string): Promise<Uint8Array> {
  const { PDFDocument, StandardFonts } = await import('pdf-lib');
  const { lines, price, address, notes } = contents;
  const money = (amount: number): string => formatMoney({ amount, currency: price.currency });
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([595, 842]);
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const texts = [
    `Invoice ${number} (sandbox: nothing was sold)`,
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
