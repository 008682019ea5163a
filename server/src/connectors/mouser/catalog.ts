import { fieldsOf, listOf, textOf } from '../../kit/fields.ts';
import { toCents } from '../../kit/money.ts';
import { missingProduct, unreachableFrom } from '../answers.ts';
import { offerPayload, offersOf } from '../catalog-product.ts';
import type { Call, Connector, Offer, ProductRef } from '../contract.ts';
import { amountFromFineDecimal } from '../prices.ts';
import { isAddressOf, type Store } from '../store.ts';
import type { MouserApi, MouserReply } from './api.ts';

const partNumber = /^[A-Za-z0-9][A-Za-z0-9 .,_+#/-]{2,39}$/;

export const partNumberIn = (text: string): string | null =>
  partNumber.test(text.trim()) ? text.trim().toUpperCase() : null;

export const addressOf = (store: Pick<Store, 'url'>, number: string): string =>
  `${store.url}/ProductDetail/${encodeURIComponent(number)}`;

/** `/ProductDetail/595-NE555P`. A URL with the manufacturer's number doesn't identify a Mouser part. */
export function locate(store: Pick<Store, 'name' | 'url' | 'also'>, address: URL): ProductRef | null {
  const [, text] = /^\/ProductDetail\/([^/]+)\/?$/i.exec(address.pathname) ?? [];
  if (!isAddressOf(store, address) || text === undefined) return null;
  try {
    const number = partNumberIn(decodeURIComponent(text));
    return number === null ? null : { retailer: store.name, productId: number };
  } catch {
    return null;
  }
}

const recordsPerPage = 50;
/** Beyond this, Mouser returns the first page again. */
const recordsMost = 1000;

interface Part {
  number: string;
  title: string;
  manufacturer: string | null;
  description: string | null;
  image: string | null;
  category: string | null;
  inStock: number;
  min: number;
  mult: number;
  /** Ascending by quantity. `text` is Mouser's own. */
  breaks: { quantity: number; cents: number | null; text: string; currency: string }[];
  restriction: string | null;
}

interface Needs {
  store: Store;
  api: MouserApi;
}

type PartReading = { kind: 'part'; part: Part } | { kind: 'missing' } | Extract<MouserReply, { kind: 'failed' }>;

/** Digits with a decimal point or a decimal comma; the other one may group them. */
const spellings = [
  /^(\d+|[1-9]\d{0,2}(?:,\d{3})+)(?:\.(\d+))?$/,
  /^(\d+|[1-9]\d{0,2}(?:\.\d{3})+)(?:,(\d+))?$/,
] as const;

/**
 * "1234.0063" for "$1,234.0063" and for "1.234,0063 €": Mouser writes prices as the account's country does. Null if it
 * could mean two things ("1,234 €"); dollars have a decimal point.
 */
function decimalOf(text: string, currency: string): string | null {
  const [found = ''] = /\d(?:[\d.,'’\s]*\d)?/u.exec(text) ?? [];
  const price = found.replaceAll(/['’\s]/gu, '');
  const readings = spellings.slice(0, currency === 'USD' ? 1 : 2).flatMap((spelling) => {
    const [, whole, fraction] = spelling.exec(price) ?? [];
    return whole === undefined ? [] : [[whole.replaceAll(/\D/g, ''), fraction].filter(Boolean).join('.')];
  });
  const [reading, another = reading] = readings;
  return reading !== undefined && reading === another ? reading : null;
}

/** Rounded, for display. The cart has the price to pay. */
function amountOfText(text: string, currency: string): number | null {
  const price = decimalOf(text, currency);
  return price === null ? null : amountFromFineDecimal(price, currency);
}

const countIn = (value: unknown, otherwise: number): number => {
  const count = Number(value ?? Number.NaN);
  return Number.isInteger(count) && count > 0 ? count : otherwise;
};

function partIn(value: unknown): Part | null {
  const part = fieldsOf(value);
  const number = textOf(part.MouserPartNumber)?.trim() ?? '';
  if (number === '' || number === 'N/A') return null;
  const name = textOf(part.ManufacturerPartNumber) ?? number;
  const breaks = listOf(part.PriceBreaks)
    .map(fieldsOf)
    .flatMap(({ Quantity, Price, Currency }) => {
      const currency = textOf(Currency) ?? '';
      return typeof Quantity === 'number' && typeof Price === 'string'
        ? [{ quantity: Quantity, text: Price, cents: amountOfText(Price, currency), currency }]
        : [];
    });
  return {
    number,
    title: [textOf(part.Manufacturer), name].filter(Boolean).join(' '),
    manufacturer: textOf(part.Manufacturer) ?? null,
    description: textOf(part.Description) ?? null,
    image: textOf(part.ImagePath) ?? null,
    category: textOf(part.Category) ?? null,
    inStock: Number.parseInt(textOf(part.AvailabilityInStock) ?? '0', 10) || 0,
    min: countIn(part.Min, 1),
    mult: countIn(part.Mult, 1),
    breaks: breaks.toSorted((a, b) => a.quantity - b.quantity),
    restriction: textOf(part.RestrictionMessage)?.trim() || null,
  };
}

/** Mouser may also return parts with longer numbers. */
export async function readPart({ api }: Pick<Needs, 'api'>, number: string, call: Call): Promise<PartReading> {
  const json = { SearchByPartRequest: { mouserPartNumber: number, partSearchOptions: 'Exact' } };
  const reply = await api.ask({ key: 'search_key', path: '/search/partnumber', json }, call);
  if (reply.kind === 'failed') return reply;
  const parts = listOf(fieldsOf(reply.data.SearchResults).Parts).flatMap((entry) => partIn(entry) ?? []);
  const part = parts.find((candidate) => candidate.number.toUpperCase() === number.toUpperCase());
  if (part) return { kind: 'part', part };
  if (reply.errors.length === 0 || reply.errors.every(({ code }) => code === 'NotFound')) return { kind: 'missing' };
  const message = `Mouser could not search for parts: ${reply.errors.map(({ message: words }) => words).join(' ')}`;
  return {
    kind: 'failed',
    problem: { kind: 'blocked', reason: 'retailer_unavailable', message },
    mayHaveWorked: false,
  };
}

function offersFrom(store: Store, { number, breaks, inStock }: Part): Offer[] {
  const [first] = breaks;
  if (!first || first.cents === null || first.currency !== store.currency) return [];
  const variant = { id: number, price: toCents(first.cents), currency: first.currency, isAvailable: inStock > 0 };
  return offersOf({ name: store.name }, { variants: [variant] });
}

export function createCatalog(needs: Needs): Required<Pick<Connector, 'search' | 'product' | 'offers'>> {
  const { store, api } = needs;
  async function read({ productId }: ProductRef, call: Call) {
    const found = await readPart(needs, productId, call);
    if (found.kind === 'failed') return unreachableFrom(found.problem);
    return found.kind === 'missing' ? missingProduct({ productId }) : found;
  }
  return {
    async search(retailer, { query, page }, call) {
      const startingRecord = (page - 1) * recordsPerPage;
      const request = { keyword: query, records: recordsPerPage, startingRecord, searchOptions: 'None' };
      const json = { SearchByKeywordRequest: request };
      const reply = await api.ask({ key: 'search_key', path: '/search/keyword', json }, call);
      if (reply.kind === 'failed') throw new Error(reply.problem.message);
      const { NumberOfResult, Parts } = fieldsOf(reply.data.SearchResults);
      if (!Array.isArray(Parts) && reply.errors[0])
        throw new Error(`Mouser rejected the search: ${reply.errors[0].message}`);
      const next = startingRecord + recordsPerPage;
      const results = listOf(Parts).flatMap((entry) => {
        const part = partIn(entry);
        const [offer] = part ? offersFrom(store, part) : [];
        if (!part || !offer) return [];
        const { price, currency, available } = offer;
        const base = { productId: part.number, title: part.title, url: addressOf(store, part.number), retailer };
        const unknown = { stars: null, numReviews: null, freeShipping: null };
        return [
          {
            ...base,
            ...unknown,
            image: part.image,
            brand: part.manufacturer,
            price,
            currency,
            available,
            variantRequired: false,
          },
        ];
      });
      const hasMore = next < Math.min(Number(NumberOfResult) || 0, recordsMost);
      return { results, nextPage: hasMore ? page + 1 : null, hasFreeShippingInfo: false };
    },
    async product(ref, call) {
      const found = await read(ref, call);
      return found.kind === 'part' ? { kind: 'found', payload: payloadOf(store, found.part) } : found;
    },
    async offers(ref, _query, call) {
      const found = await read(ref, call);
      if (found.kind !== 'part') return found;
      const offers = offersFrom(store, found.part);
      const { product_id, retailer, title, url, currency } = payloadOf(store, found.part);
      return {
        kind: 'found',
        offers,
        payload: { product_id, retailer, title, url, currency, tax_included: false, offers: offers.map(offerPayload) },
      };
    },
  };
}

function payloadOf(store: Store, part: Part) {
  const [offer] = offersFrom(store, part);
  return {
    product_id: part.number,
    retailer: store.name,
    title: part.title,
    url: addressOf(store, part.number),
    brand: part.manufacturer,
    price: offer?.price ?? null,
    list_price: null,
    currency: store.currency,
    tax_included: false,
    images: part.image ? [part.image] : [],
    main_image: part.image,
    description: part.description,
    feature_bullets: [],
    specifications: [],
    categories: part.category ? [part.category] : [],
    variants: [],
    variant_groups: [],
    selected_variant: null,
    stars: null,
    num_reviews: null,
    available: part.inStock > 0,
    stock: part.inStock,
    max_quantity: null,
    min_quantity: part.min,
    quantity_multiple: part.mult,
    // Unit prices may have fractions of a cent.
    unit_price: part.breaks[0] ? decimalOf(part.breaks[0].text, part.breaks[0].currency) : null,
    price_breaks: part.breaks.map(({ quantity, text, currency }) => ({ quantity, price: text, currency })),
  };
}
