import { safeUrl } from './url.ts';

/** What the dashboard writes on the orders that it places, so that they have a name and a picture afterwards. */
export const titleKey = 'product_title';
export const imageKey = 'product_image';

interface NamedOrder {
  metadata: Record<string, unknown>;
  items: readonly { url: string; quantity: number }[];
}

/** What an order is about, as well as it can be told. */
export function orderName({ metadata, items }: NamedOrder): string {
  const title = metadata[titleKey];
  const first = typeof title === 'string' && title !== '' ? withoutTurns(title) : nameOfUrl(items[0]?.url ?? '');
  return items.length > 1 ? `${first} and ${items.length - 1} more` : first;
}

/** Characters that turn the direction of text can make a name read as another. */
const withoutTurns = (text: string): string => text.replaceAll(/[\u202A-\u202E\u2066-\u2069]/g, '');

export function orderImage({ metadata }: NamedOrder): string | null {
  const image = metadata[imageKey];
  return typeof image === 'string' ? (safeUrl(image)?.href ?? null) : null;
}

/** Words that the address of a product page gives away, or the address itself. */
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
    // A stray percent sign stays as it is.
  }
  return plain
    .replace(/\.(?:html?|aspx?|p)$|\.product\.[\s\S]*/i, '')
    .replaceAll(/[-_+.]+/g, ' ')
    .trim();
}
