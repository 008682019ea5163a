import { grayscale, PDFDocument, type PDFFont, type PDFPage, StandardFonts } from 'pdf-lib';
import type { Address } from '../../../../connectors/contract.ts';
import { assertDefined } from '../../../../kit/assert-defined.ts';
import { printable } from '../../../../kit/printable.ts';
import { townLine } from '../../../../kit/town-line.ts';
import { languageOfCountry } from '../../tracking/index.ts';
import { code128, qrCode } from './barcodes.ts';
import { labelTexts } from './texts.ts';

export interface LabelFacts {
  carrier: string;
  trackingNumber: string;
  from: Address;
  to: Address;
  retailer: string;
  merchantReturnId: string | null;
  merchantOrderIds: readonly string[];
  returnId: string;
  /** "2026-09-20"; null if the retailer sets no date. */
  returnBy: string | null;
  units: number;
  position: number;
  count: number;
  /** A sandbox label must never pass for a real one. */
  isSample: boolean;
  madeAt: Date;
}

// 4 × 6 inches in points, the size of thermal label printers.
const width = 288;
const height = 432;
const margin = 10;
const black = grayscale(0);
const white = grayscale(1);
const pad = 8;

interface Sheet {
  page: PDFPage;
  plain: PDFFont;
  bold: PDFFont;
  /** In the sender's language. */
  texts: (typeof labelTexts)['en'];
  countries: Intl.DisplayNames;
}

/** One 4 × 6 inch page, all vector. */
export async function drawLabel(facts: LabelFacts): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.setTitle(`Return label ${facts.merchantReturnId ?? facts.returnId}`);
  document.setProducer('Errand');
  document.setCreator('Errand');
  document.setCreationDate(facts.madeAt);
  document.setModificationDate(facts.madeAt);
  const language = languageOfCountry(facts.from.country);
  const sheet: Sheet = {
    texts: labelTexts[language],
    countries: new Intl.DisplayNames(language, { type: 'region' }),
    page: document.addPage([width, height]),
    plain: await document.embedFont(StandardFonts.Helvetica),
    bold: await document.embedFont(StandardFonts.HelveticaBold),
  };
  if (facts.isSample) drawSampleMark(sheet);
  drawHeader(sheet, facts);
  drawSender(sheet, facts);
  drawRecipient(sheet, facts);
  drawReferences(sheet, facts);
  drawTracking(sheet, facts);
  drawFooter(sheet, facts);
  sheet.page.drawRectangle({
    x: margin,
    y: margin,
    width: width - 2 * margin,
    height: height - 2 * margin,
    borderColor: black,
    borderWidth: 1.5,
  });
  return document.save();
}

// Where the sections meet, from the top down.
const bands = { header: 386, sender: 316, recipient: 206, references: 166, tracking: 44 };

function drawHeader(sheet: Sheet, facts: LabelFacts): void {
  const top = height - margin;
  box(sheet, margin, bands.header, width - 2 * margin, top - bands.header);
  const right = sheet.texts.returnOf(facts.position, facts.count);
  const rightWidth = sheet.bold.widthOfTextAtSize(right, 11);
  const carrier = printable(facts.carrier).toUpperCase();
  const room = width - 2 * margin - 3 * pad - rightWidth;
  text(sheet, carrier, margin + pad, bands.header + 11, { size: 20, bold: true, color: white, room });
  const x = width - margin - pad - rightWidth;
  text(sheet, right, x, bands.header + 19, { size: 11, bold: true, color: white });
  const words = facts.isSample ? sheet.texts.sample : sheet.texts.prepaid;
  const wordsWidth = sheet.plain.widthOfTextAtSize(words, 7);
  text(sheet, words, width - margin - pad - wordsWidth, bands.header + 9, { size: 7, color: white });
}

function drawSender(sheet: Sheet, { from }: LabelFacts): void {
  text(sheet, sheet.texts.from, margin + pad, bands.header - 12, { size: 7, bold: true });
  const lines = addressLines(from, sheet);
  for (const [index, line] of lines.entries()) {
    text(sheet, line, margin + pad, bands.header - 23 - index * 10, { size: 8.5, room: width - 2 * margin - 2 * pad });
  }
  rule(sheet, bands.sender, 1);
}

function drawRecipient(sheet: Sheet, facts: LabelFacts): void {
  const codeSize = 72;
  const codeX = width - margin - 12 - codeSize;
  text(sheet, sheet.texts.shipTo, margin + pad, bands.sender - 14, { size: 9, bold: true });
  const room = codeX - margin - 3 * pad;
  for (const [index, line] of addressLines(facts.to, sheet).entries()) {
    text(sheet, line.toUpperCase(), margin + pad, bands.sender - 32 - index * 14.5, { size: 12, bold: true, room });
  }
  drawMatrix(sheet, referenceText(facts), codeX, bands.recipient + 21, codeSize);
  const caption = sheet.texts.scan;
  const captionWidth = sheet.plain.widthOfTextAtSize(caption, 6);
  text(sheet, caption, codeX + (codeSize - captionWidth) / 2, bands.recipient + 8, { size: 6 });
  rule(sheet, bands.recipient, 1);
}

/** What the warehouse needs to find the return. */
function referenceText(facts: LabelFacts): string {
  return [facts.merchantReturnId ?? facts.returnId, facts.trackingNumber].map(printable).join('|');
}

function drawReferences(sheet: Sheet, facts: LabelFacts): void {
  const { texts } = sheet;
  const cells: [title: string, value: string][] = [
    [texts.rma, facts.merchantReturnId ?? facts.returnId.slice(0, 8).toUpperCase()],
    [texts.units, String(facts.units)],
    [texts.returnBy, facts.returnBy ?? texts.noLimit],
  ];
  const widths = [140, 44, 84];
  let x = margin;
  for (const [index, [title, value]] of cells.entries()) {
    const room = assertDefined(widths[index]) - 2 * pad;
    text(sheet, title, x + pad, bands.recipient - 12, { size: 6, room: room + pad });
    text(sheet, value, x + pad, bands.recipient - 30, { size: 13, bold: true, room: room + pad / 2 });
    x += assertDefined(widths[index]);
    if (index < cells.length - 1) {
      sheet.page.drawLine({ start: { x, y: bands.recipient }, end: { x, y: bands.references }, thickness: 1 });
    }
  }
  box(sheet, margin, bands.references - 5, width - 2 * margin, 5);
}

function drawTracking(sheet: Sheet, facts: LabelFacts): void {
  const top = bands.references - 5;
  text(sheet, sheet.texts.trackingNumber, margin + pad, top - 14, { size: 7, bold: true });
  const { width: modules, bars } = code128(facts.trackingNumber);
  // Ten white modules on each side are part of the code.
  const module = Math.min(1.6, (width - 2 * margin) / (modules + 20));
  const left = (width - modules * module) / 2;
  const bottom = bands.tracking + 21;
  const barHeight = top - 22 - bottom;
  for (const [x, bar] of bars) box(sheet, left + x * module, bottom, bar * module, barHeight);
  const spaced = grouped(facts.trackingNumber);
  const size = 11;
  const textWidth = sheet.bold.widthOfTextAtSize(spaced, size);
  text(sheet, spaced, (width - textWidth) / 2, bands.tracking + 8, { size, bold: true });
  box(sheet, margin, bands.tracking - 3, width - 2 * margin, 3);
}

function drawFooter(sheet: Sheet, facts: LabelFacts): void {
  const { texts } = sheet;
  const room = width - 2 * margin - 2 * pad;
  const merchantOrder =
    facts.merchantOrderIds.length > 0 ? ` · ${texts.order} ${facts.merchantOrderIds.join(', ')}` : '';
  const lines = [
    `${texts.retailer} ${facts.retailer}${merchantOrder}`,
    `Ref. ${facts.returnId}`,
    facts.isSample ? texts.sampleNote : texts.attach,
  ];
  for (const [index, line] of lines.entries()) {
    text(sheet, line, margin + pad, bands.tracking - 12 - index * 8.5, { size: 6.5, room });
  }
}

function drawSampleMark({ page, bold }: Sheet): void {
  const size = 32;
  const x = width - margin - pad - bold.widthOfTextAtSize('SAMPLE', size);
  page.drawText('SAMPLE', { x, y: bands.sender + 22, size, font: bold, color: grayscale(0.8) });
}

function addressLines(address: Address, { countries }: Sheet): string[] {
  return [
    `${address.firstName} ${address.lastName}`,
    address.addressLine1,
    address.addressLine2 ?? '',
    // US labels have no comma.
    townLine(address).replace(/, /, ' '),
    /^[A-Z]{2}$/.test(address.country) ? (countries.of(address.country) ?? '') : address.country,
  ].filter((line) => line.trim() !== '');
}

/** In groups of four, as people read them. */
const grouped = (number: string): string => printable(number).replaceAll(/(.{4})(?=.)/g, '$1 ');

function drawMatrix(sheet: Sheet, content: string, x: number, y: number, size: number): void {
  const matrix = qrCode(content);
  const module = size / matrix.size;
  // Four white modules on each side are part of the code.
  const quiet = 4 * module;
  const wide = size + 2 * quiet;
  sheet.page.drawRectangle({ x: x - quiet, y: y - quiet, width: wide, height: wide, color: white });
  for (const [column, row] of matrix.dark) {
    box(sheet, x + column * module, y + size - (row + 1) * module, module, module);
  }
}

function box({ page }: Sheet, x: number, y: number, boxWidth: number, boxHeight: number): void {
  page.drawRectangle({ x, y, width: boxWidth, height: boxHeight, color: black });
}

function rule({ page }: Sheet, y: number, thickness: number): void {
  page.drawLine({ start: { x: margin, y }, end: { x: width - margin, y }, thickness, color: black });
}

interface Style {
  size: number;
  bold?: boolean;
  color?: typeof black;
  /** Wider text is set smaller, and cut if it would become unreadable. */
  room?: number;
}

function text(sheet: Sheet, value: string, x: number, y: number, style: Style): void {
  const font = style.bold ? sheet.bold : sheet.plain;
  const room = style.room ?? Number.POSITIVE_INFINITY;
  let shown = printable(value);
  const natural = font.widthOfTextAtSize(shown, style.size);
  const size = natural > room ? Math.max(style.size * 0.6, (style.size * room) / natural) : style.size;
  while (shown.length > 1 && font.widthOfTextAtSize(shown, size) > room + 0.01)
    shown = `${shown.slice(0, -2).trimEnd()}…`;
  sheet.page.drawText(shown, { x, y, size, font, color: style.color ?? black });
}
