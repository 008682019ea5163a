import type { Color, PDFDocument, PDFFont, PDFPage } from 'pdf-lib';
import { formatMoment } from '../../../kit/clock.ts';
import { csvRow } from '../../../kit/csv.ts';
import { formatMoney } from '../../../kit/money.ts';
import { printable } from '../../../kit/printable.ts';
import type { World } from '../../../kit/world.ts';
import type { TopUpRow } from './sql.ts';
import type { Movement, Statement } from './statement.ts';

export interface DocumentHolder {
  service: string;
  email: string | null;
  world: World;
}

const a4 = { width: 595, height: 842 };
const margin = 56;

interface Column {
  title: string;
  x: number;
  isRight?: boolean;
}

/** A4 pages with lines of text. */
async function write(title: string, madeAt: Date, draw: (writer: DocumentWriter) => void): Promise<Uint8Array> {
  const { grayscale, PDFDocument, StandardFonts } = await import('pdf-lib');
  const document = await PDFDocument.create();
  document.setTitle(title);
  document.setProducer('Errand');
  document.setCreator('Errand');
  document.setCreationDate(madeAt);
  document.setModificationDate(madeAt);
  const plain = await document.embedFont(StandardFonts.Helvetica);
  const bold = await document.embedFont(StandardFonts.HelveticaBold);
  draw(createWriter(document, { plain, bold, color: grayscale(0) }));
  return document.save();
}

type DocumentWriter = ReturnType<typeof createWriter>;

interface DocumentFonts {
  plain: PDFFont;
  bold: PDFFont;
  color: Color;
}

function createWriter(document: PDFDocument, { plain, bold, color }: DocumentFonts) {
  let page: PDFPage = document.addPage([a4.width, a4.height]);
  let y = a4.height - margin;
  const put = (text: string, x: number, size: number, isBold: boolean, isRight = false) => {
    const font = isBold ? bold : plain;
    const words = printable(text);
    const left = isRight ? x - font.widthOfTextAtSize(words, size) : x;
    page.drawText(words, { x: left, y, size, font, color });
  };
  const down = (by: number) => {
    y -= by;
    if (y >= margin) return;
    page = document.addPage([a4.width, a4.height]);
    y = a4.height - margin;
  };
  return {
    line(text: string, { size = 10, isBold = false } = {}) {
      put(text, margin, size, isBold);
      down(size + 6);
    },
    gap: () => down(12),
    row(columns: readonly Column[], cells: readonly string[], isBold = false) {
      columns.forEach(({ x, isRight }, index) => {
        put(cells[index] ?? '', x, 9, isBold, isRight);
      });
      down(15);
    },
  };
}

const printMoney = (amount: number, currency: string): string => `${formatMoney({ amount, currency })} ${currency}`;

const sample = (world: World): string => (world === 'test' ? ' (test money, not a real payment)' : '');

export function receiptPdf(topUp: TopUpRow, holder: DocumentHolder): Promise<Uint8Array> {
  const paidAt = topUp.paid_at ?? topUp.created_at;
  return write(`Receipt ${topUp.id}`, paidAt, (writer) => {
    writer.line('Receipt', { size: 20, isBold: true });
    writer.line(`${holder.service}${sample(holder.world)}`);
    writer.gap();
    const facts = [
      ['Number', topUp.id],
      ['Account', holder.email ?? 'Unclaimed sandbox'],
      ['Description', 'Funds added to the wallet'],
      ['Date', formatMoment(paidAt)],
      [
        'Payment method',
        topUp.provider === 'stripe' ? `Stripe, ${topUp.payment_reference ?? topUp.session_id ?? ''}` : 'Test money',
      ],
      ['Amount', printMoney(topUp.amount_cents, topUp.currency)],
      ...(topUp.refunded_cents > 0 ? [['Refunded', printMoney(topUp.refunded_cents, topUp.currency)]] : []),
    ];
    for (const [name = '', value = ''] of facts) {
      writer.row(
        [
          { title: '', x: margin },
          { title: '', x: margin + 90 },
        ],
        [name, value],
      );
    }
  });
}

export function receiptCsv(topUp: TopUpRow, holder: DocumentHolder): string {
  const head = [
    'receipt',
    'account',
    'world',
    'paid_at',
    'provider',
    'reference',
    'amount_cents',
    'refunded_cents',
    'currency',
  ];
  const cells = [
    topUp.id,
    holder.email,
    topUp.world,
    topUp.paid_at?.toISOString() ?? null,
    topUp.provider,
    topUp.payment_reference,
    String(topUp.amount_cents),
    String(topUp.refunded_cents),
    topUp.currency,
  ];
  return csvRow(head) + csvRow(cells);
}

const columns: readonly Column[] = [
  { title: 'Date', x: margin },
  { title: 'Transaction', x: margin + 122 },
  { title: 'For', x: margin + 207 },
  { title: 'On hold', x: a4.width - margin - 130, isRight: true },
  { title: 'Amount', x: a4.width - margin - 65, isRight: true },
  { title: 'Balance', x: a4.width - margin, isRight: true },
];

/** As on the wallet's page. */
const kindLabels: Record<string, string> = {
  fund: 'Funds added',
  hold: 'On hold',
  release: 'Hold released',
  capture: 'Paid to the store',
  fee: 'Service fee',
  refund: 'Refunded',
  refund_fee: 'Fee refunded',
  credit: 'Return credited',
  debit: 'Adjusted',
};
const causeLabels: Record<string, string> = {
  order: 'Order',
  cancellation: 'Cancellation',
  return: 'Return',
  batch: 'Batch',
};

function describeCause({ cause, note, reference }: Movement): string {
  const label = causeLabels[cause];
  return note ?? (label ? `${label} ${reference.slice(0, 8)}` : '');
}

const monthName = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

export function statementPdf(statement: Statement, holder: DocumentHolder, madeAt: Date): Promise<Uint8Array> {
  const { month, currency, openingCents, closingCents, movements } = statement;
  const title = `Statement, ${monthName.format(new Date(`${month}-01T00:00:00Z`))}`;
  return write(title, madeAt, (writer) => {
    writer.line(`${title}${currency === 'USD' ? '' : ` (${currency})`}`, { size: 20, isBold: true });
    writer.line(`${holder.service}${sample(holder.world)}`);
    writer.line(`Account: ${holder.email ?? 'Unclaimed sandbox'}`);
    writer.gap();
    writer.line(`Opening balance: ${printMoney(openingCents, currency)}`, { isBold: true });
    writer.row(
      columns,
      columns.map(({ title: name }) => name),
      true,
    );
    const money = (amount: number) => formatMoney({ amount, currency });
    const change = (amount: number) => (amount === 0 ? '' : money(amount));
    let balance = openingCents;
    for (const movement of movements) {
      balance += movement.change_cents;
      writer.row(columns, [
        formatMoment(movement.at),
        kindLabels[movement.kind] ?? movement.kind,
        describeCause(movement).slice(0, 24),
        change(movement.held_cents),
        change(movement.change_cents),
        money(balance),
      ]);
    }
    writer.gap();
    writer.line(`Closing balance: ${printMoney(closingCents, currency)}`, { isBold: true });
  });
}

export function statementCsv({ openingCents, movements }: Statement): string {
  const head = ['at', 'type', 'from', 'to', 'amount_cents', 'balance_cents', 'reference', 'note'];
  let balance = openingCents;
  const lines = movements.map((one) => {
    balance += one.change_cents;
    const cells = [
      one.at.toISOString(),
      one.kind,
      one.from,
      one.to,
      String(one.amount_cents),
      String(balance),
      one.reference,
      one.note,
    ];
    return csvRow(cells);
  });
  const opening = csvRow([null, 'opening_balance', null, null, null, String(openingCents), null, null]);
  const closing = csvRow([null, 'closing_balance', null, null, null, String(balance), null, null]);
  return [csvRow(head), opening, ...lines, closing].join('');
}
