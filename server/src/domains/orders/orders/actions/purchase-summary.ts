import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../../kit/canonical-json.ts';
import { formatMoment } from '../../../../kit/clock.ts';
import { formatMoney } from '../../../../kit/money.ts';
import { cutText } from '../../../../kit/storable-text.ts';
import { townLine } from '../../../../kit/town-line.ts';

export interface StoredPrice {
  /** Without tax, like every amount here. The parts add up to the total. */
  subtotal: number;
  shipping: number;
  tax: number;
  fees: number;
  total: number;
  /** Whether the store's prices contain tax. Missing in rows of earlier versions. */
  tax_included?: boolean;
}

/** The price as clients and people see it: tax that prices contain is part of the subtotal. */
export function shownPrice({ subtotal, shipping, tax, fees, total, tax_included = false }: StoredPrice) {
  return { subtotal: tax_included ? subtotal + tax : subtotal, shipping, tax, fees, total, tax_included };
}

export interface PriceComponents {
  subtotal: number;
  shipping: number;
  tax: number;
  fees: number;
  total: number;
  /** Tax is part of the subtotal. Missing in summaries of earlier versions. */
  tax_included?: boolean;
}

export const taxLabel = ({ tax_included }: Pick<PriceComponents, 'tax_included'>): string =>
  tax_included ? 'Tax (included)' : 'Tax';

/** What a quote said, in the order of the items. */
export interface QuotedCart {
  currency: string;
  items: { title: string | null /** Null: the store would not sell it. */; unit_price_cents: number | null }[];
  price_components: PriceComponents;
}

export interface ShipTo {
  first_name: string;
  last_name: string;
  address_line1: string;
  address_line2: string | null;
  city: string;
  state: string | null;
  postal_code: string;
  country: string;
  phone_number: string | null;
}

interface SummaryPayment {
  mode: 'wallet' | 'card';
  payment_method: string | null;
  /** The card, for people: "Visa ending in 4242". Null: the wallet pays. */
  card: string | null;
}

const walletPayment: SummaryPayment = { mode: 'wallet', payment_method: null, card: null };

/** Orders of the earlier API can bring the client's own retailer account and card. */
export const ownCardPayment: SummaryPayment = {
  mode: 'card',
  payment_method: null,
  card: 'Card sent with the order',
};

/** What pays for an order: the card, or the wallet if there is none. */
export const paymentOf = (card: { id: string; brand: string; last4: string } | null | undefined): SummaryPayment =>
  card ? { mode: 'card', payment_method: card.id, card: cardText(card) } : walletPayment;

const cardText = ({ brand, last4 }: { brand: string; last4: string }): string =>
  `${brand.charAt(0).toUpperCase()}${brand.slice(1)} ending in ${last4}`;

export const paymentText = ({ card } = walletPayment): string => card ?? 'Wallet';

/** Everything a person sees before approving a purchase. Titles, names and reasons come from outside. */
export interface PurchaseSummary {
  requested_by: { key: string; agent: string | null; reason: string | null };
  retailer: string;
  currency: string;
  items: {
    url: string;
    title: string | null;
    variant: { label: string; value: string }[] | null;
    quantity: number;
    /** Null: not known before checkout. */
    unit_price_cents: number | null;
  }[];
  ship_to: ShipTo;
  /** Null: not known before checkout. */
  price_components: PriceComponents | null;
  service_fee_cents: number;
  max_price_cents: number;
  /** The most that can be charged, service fee included. */
  max_charge_cents: number;
  /** Missing in summaries of earlier versions. */
  payment?: SummaryPayment;
  /** Why approval is needed. */
  rules: { rule: string; limit: unknown; text: string }[];
}

/** Binds an approval to everything the person was shown. */
export const shownDigest = (shown: object): string => createHash('sha256').update(canonicalJson(shown)).digest('hex');

/** False for details of other kinds and of earlier versions. */
export const isPurchaseSummary = (details: object): details is PurchaseSummary =>
  'requested_by' in details && 'max_charge_cents' in details && 'ship_to' in details;

const textMax = 300;

/** Puts outside text on one line, without characters that could break or reorder the lines around it. */
export function oneLine(text: string): string {
  // Cut first: a text from outside may have megabytes.
  const start = text.slice(0, 10 * textMax);
  const plain = start.replaceAll(/[\p{C}\p{Z}]+/gu, ' ').trim();
  return plain.length > textMax ? `${cutText(plain, textMax)}…` : plain;
}

/** A title, name or reason from outside, ready to store and show; null if there is none. */
export const namedText = (value: unknown): string | null =>
  typeof value === 'string' && oneLine(value) !== '' ? oneLine(value) : null;

/** Who asks, from the key and the order's metadata. */
export const requesterOf = (key: string, metadata: Record<string, unknown>): PurchaseSummary['requested_by'] => ({
  key,
  agent: namedText(metadata.agent),
  reason: namedText(metadata.reason),
});

const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });

function countryName(code: string): string {
  try {
    return countryNames.of(code) ?? code;
  } catch {
    return code;
  }
}

export function addressLines(to: ShipTo): string[] {
  return [
    `${to.first_name} ${to.last_name}`,
    to.address_line1,
    to.address_line2 ?? '',
    townLine({ ...to, postalCode: to.postal_code }),
    countryName(to.country),
    to.phone_number === null ? '' : `Phone: ${to.phone_number}`,
  ]
    .map(oneLine)
    .filter((line) => line !== '');
}

export const moneyText = (amount: number, currency: string): string => formatMoney({ amount, currency });

export const variantText = (variant: PurchaseSummary['items'][number]['variant']): string =>
  (variant ?? []).map(({ label, value }) => `${oneLine(label)}: ${oneLine(value)}`).join(', ');

/** Says which prices are unknown before checkout; null if all are known. */
export const unknownPrices = (summary: Pick<PurchaseSummary, 'max_charge_cents' | 'currency' | 'price_components'>) =>
  summary.price_components === null
    ? `Shipping and tax are added at checkout. At most ${moneyText(summary.max_charge_cents, summary.currency)} in total.`
    : null;

function priceLines(summary: PurchaseSummary): string[] {
  const { price_components: price, service_fee_cents: fee, max_charge_cents: most, currency } = summary;
  const line = (name: string, cents: number) => `${name}: ${moneyText(cents, currency)}`;
  const unknown = unknownPrices(summary);
  return [
    ...(price === null
      ? []
      : [
          line('Items', price.subtotal),
          line('Shipping', price.shipping),
          line(taxLabel(price), price.tax),
          line('Store fees', price.fees),
        ]),
    line('Service fee', fee),
    ...(price === null ? [] : [line('Total', price.total + fee)]),
    ...(unknown === null ? [] : [unknown]),
    line('Maximum charge', most),
    `Paid with: ${paymentText(summary.payment)}`,
  ];
}

function itemLines({ items, currency }: PurchaseSummary): string[] {
  return items.flatMap(({ url, title, variant, quantity, unit_price_cents: unit }) => {
    const name = title === null ? 'Title not available yet' : oneLine(title);
    const options = variantText(variant);
    const price = unit === null ? 'price confirmed at checkout' : `${moneyText(unit, currency)} each`;
    return [`- ${quantity} × ${name}${options === '' ? '' : ` (${options})`}, ${price}`, `  ${oneLine(url)}`];
  });
}

/** The purchase as plain text, for emails and forms. */
export function describePurchase(summary: PurchaseSummary, expiresAt: Date | null): string {
  const { requested_by: by, retailer, ship_to: to, rules } = summary;
  return [
    `Store: ${oneLine(retailer)}`,
    `Requested by: key "${oneLine(by.key)}"${by.agent === null ? '' : `, agent "${oneLine(by.agent)}"`}`,
    `Reason: ${by.reason === null ? 'Not provided' : oneLine(by.reason)}`,
    '',
    'Items:',
    ...itemLines(summary),
    '',
    'Ship to:',
    ...addressLines(to).map((line) => `  ${line}`),
    '',
    ...priceLines(summary),
    '',
    ...rules.map(({ text }) => `Why approval is needed: ${oneLine(text)}`),
    ...(expiresAt === null ? [] : [`Expires: ${formatMoment(expiresAt)}`]),
  ].join('\n');
}
