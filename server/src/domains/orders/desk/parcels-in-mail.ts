import type { IncomingMail } from '../../../platform/mail-in/index.ts';
import { linesOfHtml, linesOfText } from '../../catalog/retailer-accounts/index.ts';

export interface FoundParcel {
  carrier: string | null;
  trackingNumber: string;
}

/** Words before a tracking number, in the catalog's languages. */
const label =
  /(?:tracking|shipment|parcel|consignment|waybill|sendungs?|paket|spedizione|tracciamento|suivi|colis)[\p{L}\s./()-]{0,40}[:#]?\s*$/iu;
/** How far before the number a label may be. */
const labelLengthMax = 120;
const token = /[A-Z0-9](?:[A-Z0-9]|[ -](?=[A-Z0-9])){6,38}[A-Z0-9]/g;

const carriers: readonly { name: string; pattern: RegExp }[] = [
  { name: 'UPS', pattern: /^1Z[0-9A-Z]{16}$/ },
  { name: 'USPS', pattern: /^(?:9[1-5]\d{18,20}|[A-Z]{2}\d{9}US)$/ },
  { name: 'DHL', pattern: /^(?:JJD|JVGL|JD)\d{10,22}$/ },
  { name: 'FedEx', pattern: /^(?:96\d{20}|\d{15})$/ },
];
const named = /\b(UPS|USPS|FedEx|DHL|DPD|GLS|Hermes|OnTrac|Poste Italiane|Royal Mail|La Poste|Colissimo)\b/i;

/** Numbers that are certainly a carrier's, and numbers that the mail labels as tracking numbers. */
export function findParcels({ text, html }: Pick<IncomingMail, 'text' | 'html'>): FoundParcel[] {
  const lines = text.trim() === '' ? linesOfHtml(html) : linesOfText(text);
  const mentioned = lines.map((line) => named.exec(line)?.[1]).find((name) => name !== undefined) ?? null;
  const found = new Map<string, FoundParcel>();
  for (const [index, line] of lines.entries()) {
    for (const match of line.matchAll(token)) {
      const trackingNumber = match[0].replaceAll(/[ -]/g, '');
      const known = carriers.find(({ pattern }) => pattern.test(trackingNumber));
      const before = line.slice(0, match.index).trim() || (lines[index - 1] ?? '');
      const isLabelled = label.test(before.slice(-labelLengthMax)) && (trackingNumber.match(/\d/g)?.length ?? 0) >= 6;
      if (known?.name === 'UPS' || isLabelled) {
        found.set(trackingNumber, { carrier: known?.name ?? mentioned, trackingNumber });
      }
    }
  }
  return [...found.values()].slice(0, 10);
}
