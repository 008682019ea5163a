import type { ListOrderedProductsOutput } from '../../../sdk/src/index.ts';
import { plainText } from './plain-text.ts';
import { safeUrl } from './url.ts';

/** Metadata that the pages add to their orders: the title and picture of the product. */
export const titleKey = 'product_title';
export const imageKey = 'product_image';

export interface NamedOrder {
  metadata: Record<string, unknown>;
  items: readonly { url: string; quantity: number }[];
}

export interface NamedProduct {
  title: string;
  image: string | null;
}

export type Known = ListOrderedProductsOutput['orders'][number]['products'];

/** Title and picture of each item: from the order's metadata, else from the store, else from the URL. */
export function namedProducts({ metadata, items }: NamedOrder, known: Known): NamedProduct[] {
  const written = items.length === 1 ? metadata : {};
  return items.map(({ url }, index) => {
    const title = textIn(written[titleKey]) ?? textIn(known[index]?.title);
    return {
      title: title === null ? nameOfUrl(url) : plainText(title),
      image: textIn(known[index]?.image) ?? textIn(written[imageKey]),
    };
  });
}

const textIn = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** A name for an order. */
export function orderName(order: NamedOrder, products = namedProducts(order, [])): string {
  const first = products[0]?.title ?? nameOfUrl('');
  return order.items.length > 1 ? `${first} and ${order.items.length - 1} more` : first;
}

/** A name from the words in a product URL, or the host and last part of the path. */
export function nameOfUrl(text: string): string {
  const url = safeUrl(text);
  if (!url) return text || 'Untitled product';
  const parts = url.pathname.split('/').filter(Boolean).map(tokensOf);
  const words = parts.findLast((part) => part.includes(' ') && letters(part) >= 6);
  if (words) return words.charAt(0).toUpperCase() + words.slice(1);
  return `${url.host.replace(/^www\./, '')} ${parts.at(-1) ?? ''}`.trim();
}

const letters = (text: string): number => text.replace(/[^a-z]/gi, '').length;

function tokensOf(part: string): string {
  let plain = part;
  try {
    plain = decodeURIComponent(part);
  } catch {
    // An invalid escape stays as it is.
  }
  return plain
    .replace(/\.(?:html?|aspx?|p)$|\.product\.[\s\S]*/i, '')
    .replaceAll(/[-_+.]+/g, ' ')
    .trim();
}
