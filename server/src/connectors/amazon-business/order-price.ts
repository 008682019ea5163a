import { utcDay } from '../../kit/clock.ts';
import { type Cents, toCents } from '../../kit/money.ts';
import type { PaidLine, PriceComponents, Purchase } from '../contract.ts';
import { externalIdAt, type Note } from './handle.ts';
import {
  type Artifact,
  acceptedQuantity,
  type LineAnswer,
  latestDelivery,
  moneyIn,
  type OrderAnswer,
  orderIdsOf,
} from './order-answer.ts';
import type { AmazonOptions } from './settings.ts';

/** The charges of a line. */
export interface LineCharges {
  externalId: string;
  quantity: number;
  unitPrice: Cents;
  /** Goods, less discounts. */
  subtotal: Cents;
  shipping: Cents;
  tax: Cents;
  fees: Cents;
  /** Including tax that the prices contain. */
  charged: { subtotal: Cents; shipping: Cents };
}

type Basis = Pick<AmazonOptions, 'market' | 'principal_contains_tax'>;
type Charge = { category: string; type: string; cents: number };

/** The charges of every accepted line. Null if any of them doesn't add up. */
export function chargesOf({ lines }: OrderAnswer, basis: Basis): LineCharges[] | null {
  const charged = lines.filter(({ accepted }) => accepted.length > 0).map((line) => chargesOfLine(line, basis));
  return charged.some((line) => line === null) ? null : charged.filter((line) => line !== null);
}

/**
 * Amazon doesn't document whether a charge is per unit, contains tax, or which sign a discount has. So Errand
 * requires that unit price times quantity equals the principal (plus its tax if only prices contain tax), and that
 * discounts are negative.
 */
function chargesOfLine(line: LineAnswer, basis: Basis): LineCharges | null {
  const { currency, hasTaxInPrices } = basis.market;
  const charges: Charge[] = [];
  const unitPrices: number[] = [];
  let goods = 0;
  for (const { quantity, artifacts } of line.accepted) {
    const unit = artifacts.find(({ type }) => type === 'UnitPrice');
    const unitPrice = unit ? moneyIn(unit.fields.amount, currency) : null;
    const own = chargesIn(artifacts, currency);
    if (unitPrice === null || own === null) return null;
    unitPrices.push(unitPrice);
    goods += unitPrice * quantity;
    charges.push(...own);
  }
  if (charges.some(({ type, cents }) => (type === 'DISCOUNT' ? cents > 0 : cents < 0))) return null;
  const sum = (isCounted: (charge: Charge) => boolean): number =>
    charges.filter(isCounted).reduce((total, { cents }) => total + cents, 0);
  const principal = sum(({ category, type }) => category === 'SUBTOTAL' && type === 'PRINCIPAL');
  const taxOnGoods = sum(({ category, type }) => category === 'SUBTOTAL' && type === 'TAX');
  const isTaxInside = basis.principal_contains_tax ?? false;
  const shown = hasTaxInPrices === true && !isTaxInside ? principal + taxOnGoods : principal;
  if (goods !== shown) return null;
  const without = (category: string, taxInside: number): number =>
    sum((charge) => charge.category === category && charge.type !== 'TAX') - (isTaxInside ? taxInside : 0);
  const tax = sum(({ type }) => type === 'TAX');
  const taxOnShipping = sum(({ category, type }) => category === 'SHIPPING' && type === 'TAX');
  const fees =
    sum(({ category, type }) => category !== 'SUBTOTAL' && category !== 'SHIPPING' && type !== 'TAX') -
    (isTaxInside ? tax - taxOnGoods - taxOnShipping : 0);
  const parts = { subtotal: without('SUBTOTAL', taxOnGoods), shipping: without('SHIPPING', taxOnShipping), tax, fees };
  if (Object.values(parts).some((part) => part < 0)) return null;
  return {
    externalId: line.externalId,
    quantity: acceptedQuantity(line),
    unitPrice: toCents(Math.max(...unitPrices)),
    subtotal: toCents(parts.subtotal),
    shipping: toCents(parts.shipping),
    tax: toCents(parts.tax),
    fees: toCents(parts.fees),
    charged: { subtotal: toCents(without('SUBTOTAL', 0)), shipping: toCents(without('SHIPPING', 0)) },
  };
}

const categories: ReadonlySet<unknown> = new Set([
  'SUBTOTAL',
  'SHIPPING',
  'GIFT_WRAP',
  'PAYMENT_METHOD_FEE',
  'EXPORT_FEE',
  'OTHER',
]);
const types: ReadonlySet<unknown> = new Set(['PRINCIPAL', 'TAX', 'DISCOUNT']);

/** Null if a charge has an unknown type. */
function chargesIn(artifacts: readonly Artifact[], currency: string): Charge[] | null {
  const charges: Charge[] = [];
  for (const { fields } of artifacts.filter(({ type }) => type === 'Charge')) {
    const { category, type } = fields;
    const cents = moneyIn(fields.amount, currency);
    if (cents === null || !categories.has(category) || !types.has(type)) return null;
    charges.push({ category: String(category), type: String(type), cents });
  }
  return charges;
}

export function totalOf(lines: readonly LineCharges[], { market }: Pick<AmazonOptions, 'market'>): PriceComponents {
  const sum = (part: 'subtotal' | 'shipping' | 'tax' | 'fees') =>
    toCents(lines.reduce((total, line) => total + line[part], 0));
  const [subtotal, shipping, tax, fees] = [sum('subtotal'), sum('shipping'), sum('tax'), sum('fees')];
  return {
    currency: market.currency,
    basis: market.hasTaxInPrices === true ? 'gross' : 'net',
    subtotal,
    shipping,
    tax,
    fees,
    total: toCents(subtotal + shipping + tax + fees),
  };
}

/** In thousandths of a percent, rounded up. */
const thousandthsOf = (percent: number): bigint => BigInt(Math.ceil(Number((percent * 1000).toPrecision(12))));

/**
 * The highest expectation that keeps Amazon from charging more than this. Amazon adds the account's tolerance to
 * every expectation, so subtract it first: the result and its tolerance stay below one cent more.
 */
export function expectationFor(cents: number, tolerancePercent: number): Cents {
  const whole = 100_000n;
  const most = (BigInt(cents) + 1n) * whole - 1n;
  return toCents(Number(most / (whole + thousandthsOf(tolerancePercent))));
}

export const unsignedText =
  'Amazon accepted an order without confirming the purchase. Check that the buying group is not in test mode. In test mode, Amazon accepts orders but does not fulfill them.';

/** What Amazon sold. Null if its charges don't add up. */
export function purchaseOf(
  answer: OrderAnswer,
  ordered: readonly { lineId: string; quantity: number }[],
  options: AmazonOptions,
  placedAt: Date,
): Purchase | null {
  const charges = chargesOf(answer, options);
  if (!charges) return null;
  const latest = latestDelivery(answer);
  const lines = ordered.map(({ lineId }, index): PaidLine => {
    const line = answer.lines.find(({ externalId }) => externalId === externalIdAt(index));
    const charged = charges.find(({ externalId }) => externalId === externalIdAt(index));
    return { lineId, quantity: line ? acceptedQuantity(line) : 0, unitPrice: charged?.unitPrice ?? null };
  });
  const short = ordered.flatMap(({ lineId, quantity }, index) => {
    const missing = quantity - (lines[index]?.quantity ?? 0);
    return missing > 0 ? [{ lineId, quantity: missing }] : [];
  });
  const note: Note = { at: placedAt.toISOString(), short };
  return {
    merchantOrderIds: [...new Set(answer.lines.flatMap(({ accepted }) => accepted.flatMap(orderIdsOf)))],
    price: totalOf(charges, options),
    estimatedDelivery: latest && utcDay(latest),
    placedAt,
    lines,
    shipTo: null,
    note: JSON.stringify(note),
  };
}
