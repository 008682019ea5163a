import { fieldsOf as fields } from '../../lib/fields.ts';
/** The service passes a retailer's product data through unchanged, so only the status is certain. Missing fields are left out. */
export interface Variant {
  choices: { label: string; value: string }[];
  price: number | null;
  available: boolean;
}

export interface Product {
  title: string;
  url: string | null;
  brand: string | null;
  image: string | null;
  price: number | null;
  currency: string;
  listPrice: number | null;
  stars: number | null;
  reviews: number;
  available: boolean;
  description: string | null;
  bullets: string[];
  facts: { name: string; value: string }[];
  groups: { label: string; values: string[]; required: boolean }[];
  preselected: { label: string; value: string }[];
  variants: Variant[];
  quantityMax: number;
  shipsFree: boolean;
}

export interface Offer {
  id: string;
  seller: string;
  condition: string;
  price: number;
  currency: string;
  available: boolean;
  isFirst: boolean;
  positive: number | null;
  handlingMax: number | null;
  shipping: { name: string; price: number; daysMost: number | null } | null;
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const number = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null);
const texts = (value: unknown): string[] => list(value).flatMap((entry) => text(entry) ?? []);

function pairs(value: unknown, name: string): { label: string; value: string }[] {
  return list(value).flatMap((entry) => {
    const label = text(fields(entry)[name]);
    const chosen = text(fields(entry).value);
    return label && chosen ? [{ label, value: chosen }] : [];
  });
}

export function readProduct(payload: unknown): Product {
  const from = fields(payload);
  const shipping = fields(from.shipping);
  return {
    title: text(from.title) ?? 'Untitled product',
    url: text(from.url),
    brand: text(from.brand),
    image: text(from.main_image) ?? texts(from.images)[0] ?? null,
    price: number(from.price),
    currency: text(from.currency) ?? 'USD',
    listPrice: number(from.list_price),
    stars: number(from.stars),
    reviews: number(from.num_reviews) ?? 0,
    available: from.available !== false,
    description: text(from.description),
    bullets: texts(from.feature_bullets),
    facts: pairs(from.specifications, 'name').map(({ label, value }) => ({ name: label, value })),
    groups: list(from.variant_groups).flatMap((entry) => {
      const { label, values, required } = fields(entry);
      const name = text(label);
      return name ? [{ label: name, values: texts(values), required: required === true }] : [];
    }),
    preselected: pairs(from.selected_variant, 'label'),
    variants: list(from.variants).map((entry) => ({
      choices: pairs(fields(entry).variant_specifics, 'dimension'),
      price: number(fields(entry).price),
      available: fields(entry).available !== false,
    })),
    quantityMax: Math.min(100, Math.max(1, number(from.max_quantity) ?? 100)),
    shipsFree: shipping.free === true,
  };
}

export function readOffers(payload: unknown): Offer[] {
  return list(fields(payload).offers).flatMap((entry, index) => {
    const offer = fields(entry);
    const seller = fields(offer.seller);
    const price = number(offer.price);
    if (price === null) return [];
    return [
      {
        id: text(offer.offer_id) ?? String(index),
        seller: text(seller.name) ?? 'Unknown seller',
        condition: text(offer.condition) ?? 'New',
        price,
        currency: text(offer.currency) ?? 'USD',
        available: offer.available !== false,
        isFirst: offer.buy_box === true,
        positive: number(seller.percent_positive),
        handlingMax: number(fields(offer.handling_days).max),
        shipping: cheapestShipping(offer.shipping_options),
      },
    ];
  });
}

function cheapestShipping(options: unknown): Offer['shipping'] {
  const priced = list(options).flatMap((entry) => {
    const option = fields(entry);
    const price = number(option.price);
    const days = number(fields(option.delivery_days).max);
    return price === null ? [] : [{ name: text(option.name) ?? 'Shipping', price, daysMost: days }];
  });
  return priced.toSorted((a, b) => a.price - b.price)[0] ?? null;
}

export type Chosen = Record<string, string>;

/** The variant with all chosen values; null if a choice is missing or the combination does not exist. */
export function variantOf({ variants, groups }: Product, chosen: Chosen): Variant | null {
  if (groups.some(({ label }) => chosen[label] === undefined)) return null;
  return variants.find(({ choices }) => choices.every(({ label, value }) => chosen[label] === value)) ?? null;
}

/** Whether a value is available with the other choices. */
export function isSold({ variants }: Product, chosen: Chosen, label: string, value: string): boolean {
  if (variants.length === 0) return true;
  const wanted: Chosen = { ...chosen, [label]: value };
  return variants.some(
    (variant) =>
      variant.available && variant.choices.every((choice) => (wanted[choice.label] ?? choice.value) === choice.value),
  );
}

/** Suggests a maximum price: items and shipping plus 10% for taxes, rounded up to whole dollars. Only the real price is charged. */
export function suggestedMaximum(unitPrice: number, quantity: number, shipping: number): number {
  // Integers up to the division: multiplying by 1.1 is sometimes a dollar too high.
  return Math.ceil(((unitPrice * quantity + shipping) * 11) / 1000) * 100;
}
