import WebAutoExtractor from '@marbec/web-auto-extractor';
import { fieldsOf, listOf } from '../../kit/fields.ts';
import { exponentOf } from '../../kit/money.ts';
import { cutText } from '../../kit/storable-text.ts';
import { amountFromText } from '../prices.ts';

/** What a page sells. Unknown facts are null. */
export interface PageFacts {
  title: string | null;
  description: string | null;
  brand: string | null;
  /** In minor units of the currency; hundredths where the page names none. */
  price: number | null;
  currency: string | null;
  images: string[];
  isAvailable: boolean | null;
  gtin: string | null;
  sku: string | null;
}

type Thing = Record<string, unknown>;

/** Reads schema.org (JSON-LD, then microdata and RDFa) and fills what it leaves out from Open Graph. */
export function readFacts(page: string, base: URL): PageFacts {
  const { jsonld, microdata, rdfa, metatags } = extract(page);
  const product = productIn(jsonld) ?? productIn(microdata) ?? productIn(rdfa) ?? {};
  const offer = offerOf(product);
  const meta = (name: string) => text(listOf(fieldsOf(metatags)[name])[0]);
  const named =
    text(first(offer.priceCurrency)) ??
    text(first(fieldsOf(first(offer.priceSpecification)).priceCurrency)) ??
    meta('product:price:currency') ??
    meta('og:price:currency');
  const currency = named && /^[A-Z]{3}$/i.test(named) ? named.toUpperCase() : null;
  const price = priceTextOf(offer) ?? meta('product:price:amount') ?? meta('og:price:amount');
  return {
    title: text(first(product.name)) ?? meta('og:title') ?? meta('twitter:title'),
    description: text(first(product.description)) ?? meta('og:description') ?? meta('description'),
    brand: nameOf(product.brand) ?? meta('product:brand') ?? meta('og:brand'),
    price: parsePrice(price, currency ?? 'USD'),
    currency,
    images: imagesOf(product, meta('og:image'), base),
    isAvailable: availabilityOf(
      text(first(offer.availability)) ?? meta('product:availability') ?? meta('og:availability'),
    ),
    gtin: gtinOf(product),
    sku: text(first(product.sku)),
  };
}

function extract(page: string): { jsonld: unknown; microdata: unknown; rdfa: unknown; metatags: object } {
  try {
    const found = new WebAutoExtractor({}).parse(page);
    return { jsonld: found.jsonld, microdata: found.microdata, rdfa: found.rdfa, metatags: found.metatags ?? {} };
  } catch {
    // Ignore what can't be parsed.
    return { jsonld: {}, microdata: {}, rdfa: {}, metatags: {} };
  }
}

const first = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value);

function text(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return null;
  const plain = value.replaceAll(/\s+/g, ' ').trim();
  return plain === '' ? null : cutText(plain, 5000);
}

const nameOf = (value: unknown): string | null => text(first(value)) ?? text(first(fieldsOf(first(value)).name));

function isProduct(value: unknown): boolean {
  const types = [fieldsOf(value)['@type']].flat();
  return types.some((type) => /(?:^|[/#:])(?:Product|ProductGroup|IndividualProduct)$/.test(String(type)));
}

/** The first product at any depth. */
function productIn(value: unknown, depth = 0): Thing | null {
  if (depth > 8 || typeof value !== 'object' || value === null) return null;
  if (isProduct(value)) return withVariant(fieldsOf(value));
  for (const inner of Object.values(value)) {
    const found = productIn(inner, depth + 1);
    if (found) return found;
  }
  return null;
}

/** A group of variants has its offers on the variants. */
function withVariant(product: Thing): Thing {
  const variant = fieldsOf(first(product.hasVariant));
  return product.offers === undefined && variant.offers !== undefined
    ? { ...product, offers: variant.offers }
    : product;
}

function offerOf(product: Thing): Thing {
  const offer = fieldsOf(first(product.offers));
  const inner = fieldsOf(first(offer.offers));
  return offer.price === undefined && offer.lowPrice === undefined && inner.price !== undefined ? inner : offer;
}

const priceTextOf = (offer: Thing): string | null =>
  text(first(offer.price)) ??
  text(first(offer.lowPrice)) ??
  text(first(fieldsOf(first(offer.priceSpecification)).price));

/** Minor units from "1,299.00", "1.299,00", "1299" or "12.5". Null if ambiguous. */
export function parsePrice(written: string | null, currency: string): number | null {
  const match = /^[^\d.,-]{0,4}(\d[\d.,\s]*)[^\d.,]{0,4}$/.exec(written?.trim() ?? '');
  const digits = match?.[1]?.replaceAll(/\s/g, '');
  if (!digits) return null;
  // "1.234" can be one thousand or three decimals.
  if (/^\d+[.,]\d{3}$/.test(digits) && exponentOf(currency) > 0) return null;
  const amount = amountFromText(digits, currency);
  return amount !== null && amount <= 1_000_000_000 ? amount : null;
}

function availabilityOf(written: string | null): boolean | null {
  const word = written?.toLowerCase().replaceAll(/[^a-z]/g, '') ?? '';
  if (/(?:outofstock|soldout|discontinued|oos)$/.test(word)) return false;
  return /(?:instock|onlineonly|limitedavailability|preorder|presale|backorder|available)$/.test(word) ? true : null;
}

function gtinOf(product: Thing): string | null {
  for (const name of ['gtin', 'gtin13', 'gtin12', 'gtin14', 'gtin8']) {
    const found = text(first(product[name]))?.replaceAll(/\D/g, '');
    if (found && [8, 12, 13, 14].includes(found.length)) return found;
  }
  return null;
}

/** Absolute image URLs, http and https only. */
function imagesOf(product: Thing, other: string | null, base: URL): string[] {
  const named = [product.image]
    .flat()
    .map((image) => text(image) ?? text(fieldsOf(image).url) ?? text(fieldsOf(image).contentUrl));
  const urls = [...named, other].flatMap((name) => (name ? (URL.parse(name, base.href) ?? []) : []));
  return [...new Set(urls.filter(({ protocol }) => /^https?:$/.test(protocol)).map(({ href }) => href))].slice(0, 10);
}
