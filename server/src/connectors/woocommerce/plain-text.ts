import { withoutTags } from '../../kit/plain-text.ts';

const namedEntities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  rsquo: '’',
  lsquo: '‘',
  ldquo: '“',
  rdquo: '”',
};

/** Shops write names and descriptions for pages: without tags, and with the characters that the entities stand for. */
export function plainText(html: string): string {
  return withoutTags(html)
    .replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (all, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return namedEntities[name.toLowerCase()] ?? all;
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : all;
    })
    .replace(/\s+/g, ' ')
    .trim();
}

/** WordPress prints what people typed in a nicer way; this is how it was typed. */
export const typedText = (html: string): string =>
  plainText(html).replace(/[‘’′]/g, "'").replace(/[“”″]/g, '"').replace(/[–—]/g, '-').replace(/×/g, 'x');

/** The letters and digits alone: by these the same words are known in a cart and in an order, which print them differently. */
export const lettersOf = (html: string): string =>
  typedText(html)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
