import { fieldsOf, listOf, textOf } from '../../kit/fields.ts';
import type { Cents } from '../../kit/money.ts';
import { amountFromDecimal } from '../prices.ts';

/** A typed statement about an item or an order. Unknown types are ignored. */
export interface Artifact {
  type: string;
  fields: Record<string, unknown>;
}

/** The part of a line that Amazon accepted. Amazon may split a line. */
export interface AcceptedPortion {
  quantity: number;
  artifacts: Artifact[];
}

export interface LineAnswer {
  externalId: string;
  accepted: AcceptedPortion[];
  rejected: { quantity: number; artifacts: Artifact[] }[];
}

/** Amazon's response to an order, a trial order or a lookup. */
export interface OrderAnswer {
  lines: LineAnswer[];
  /** Every accepted item is a real order. */
  isSigned: boolean;
  /** About the order as a whole. */
  artifacts: Artifact[];
  rejections: Artifact[];
}

const artifactsIn = (value: unknown, kind: 'acceptance' | 'rejection'): Artifact[] =>
  listOf(value).flatMap((entry) => {
    const fields = fieldsOf(entry);
    const type = textOf(fields[`${kind}ArtifactType`]);
    return type === undefined ? [] : [{ type, fields }];
  });

const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value > 0;

/** Null if any line is malformed or has an invalid quantity. */
export function orderIn(data: Record<string, unknown>): OrderAnswer | null {
  if (!Array.isArray(data.lineItems)) return null;
  const lines: LineAnswer[] = [];
  for (const entry of data.lineItems) {
    const { externalId, acceptedItems, rejectedItems } = fieldsOf(entry);
    const accepted = listOf(acceptedItems).map(fieldsOf);
    const rejected = listOf(rejectedItems).map(fieldsOf);
    if (typeof externalId !== 'string') return null;
    if (![...accepted, ...rejected].every(({ quantity }) => isCount(quantity))) return null;
    lines.push({
      externalId,
      accepted: accepted.map((item) => ({ quantity: Number(item.quantity), artifacts: artifactsOfItem(item) })),
      rejected: rejected.map((item) => ({
        quantity: Number(item.quantity),
        artifacts: artifactsIn(item.artifacts, 'rejection'),
      })),
    });
  }
  const artifacts = artifactsIn(data.acceptanceArtifacts, 'acceptance');
  const isSigned = artifacts.some(({ type }) => type === 'Signed');
  return { lines, isSigned, artifacts, rejections: artifactsIn(data.rejectionArtifacts, 'rejection') };
}

/** A bundle (`AcceptedItemGroup`) has artifacts on its parts. */
const artifactsOfItem = (item: Record<string, unknown>): Artifact[] => [
  ...artifactsIn(item.artifacts, 'acceptance'),
  ...listOf(item.items).flatMap((part) => artifactsIn(fieldsOf(part).artifacts, 'acceptance')),
];

export const orderIdsOf = ({ artifacts }: AcceptedPortion): string[] =>
  artifacts.flatMap(({ type, fields }) => (type === 'OrderIdentifier' ? (textOf(fields.identifier) ?? []) : []));

/** A purchase is signed and has an order identifier on every accepted part. */
export function isBought({ isSigned, lines }: OrderAnswer): boolean {
  const portions = lines.flatMap(({ accepted }) => accepted);
  return isSigned && portions.length > 0 && portions.every((portion) => orderIdsOf(portion).length > 0);
}

export const isAnythingAccepted = ({ lines }: OrderAnswer): boolean =>
  lines.some(({ accepted }) => accepted.length > 0);

export const acceptedQuantity = ({ accepted }: LineAnswer): number =>
  accepted.reduce((sum, { quantity }) => sum + quantity, 0);

/** Null if it isn't an amount in the expected currency. */
export function moneyIn(value: unknown, currency: string): Cents | null {
  const { currencyCode, amount } = fieldsOf(value);
  return currencyCode === currency ? amountFromDecimal(amount, currency) : null;
}

/** The end of the delivery range. Amazon writes ISO 8601, sometimes with a space instead of T and without a zone. */
export function latestDelivery({ lines }: OrderAnswer): Date | null {
  const dates = lines
    .flatMap(({ accepted }) => accepted.flatMap(({ artifacts }) => artifacts))
    .filter(({ type }) => type === 'DeliveryTimeRange')
    .flatMap(({ fields }) => dateIn(fields.upperBoundary) ?? []);
  return dates.length === 0 ? null : new Date(Math.max(...dates.map((date) => date.getTime())));
}

export function dateIn(value: unknown): Date | null {
  const text = textOf(value) ?? textOf(fieldsOf(value).date);
  if (text === undefined) return null;
  const iso = text.trim().replace(' ', 'T');
  const hasZone = /(?:Z|[+-]\d\d:?\d\d)$/.test(iso) || !iso.includes('T');
  const date = new Date(hasZone ? iso : `${iso}Z`);
  return Number.isNaN(date.getTime()) ? null : date;
}
