import { fieldsOf, listOf, textOf } from '../../kit/fields.ts';
import type { Cents } from '../../kit/money.ts';
import { amountFromDecimal } from '../prices.ts';

/** Something that Amazon says about an item or an order, named by its type. Unknown types are left alone. */
export interface Artifact {
  type: string;
  fields: Record<string, unknown>;
}

/** A part of a line that Amazon sold, or would sell. One line may be split into several. */
export interface AcceptedPortion {
  quantity: number;
  artifacts: Artifact[];
}

export interface LineAnswer {
  externalId: string;
  accepted: AcceptedPortion[];
  rejected: { quantity: number; artifacts: Artifact[] }[];
}

/** What Amazon answers to an order, a trial, and a question about an order. */
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

/** The answer, if every line of it can be read; a quantity that makes no sense leaves nothing to rely on. */
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

/** A bundle (`AcceptedItemGroup`) has its artifacts at its parts. */
const artifactsOfItem = (item: Record<string, unknown>): Artifact[] => [
  ...artifactsIn(item.artifacts, 'acceptance'),
  ...listOf(item.items).flatMap((part) => artifactsIn(fieldsOf(part).artifacts, 'acceptance')),
];

export const orderIdsOf = ({ artifacts }: AcceptedPortion): string[] =>
  artifacts.flatMap(({ type, fields }) => (type === 'OrderIdentifier' ? (textOf(fields.identifier) ?? []) : []));

/** Only a signed order identifier on every part that was accepted is a purchase. */
export function isBought({ isSigned, lines }: OrderAnswer): boolean {
  const portions = lines.flatMap(({ accepted }) => accepted);
  return isSigned && portions.length > 0 && portions.every((portion) => orderIdsOf(portion).length > 0);
}

export const isAnythingAccepted = ({ lines }: OrderAnswer): boolean =>
  lines.some(({ accepted }) => accepted.length > 0);

export const acceptedQuantity = ({ accepted }: LineAnswer): number =>
  accepted.reduce((sum, { quantity }) => sum + quantity, 0);

/** An amount in the currency that is expected; null in any other, and where it is no amount. */
export function moneyIn(value: unknown, currency: string): Cents | null {
  const { currencyCode, amount } = fieldsOf(value);
  return currencyCode === currency ? amountFromDecimal(amount, currency) : null;
}

/** The end of a delivery range. Amazon writes ISO 8601, also with a blank in place of the T and without a zone. */
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
