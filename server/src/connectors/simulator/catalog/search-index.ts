import { assertDefined } from '../../../kit/assert-defined.ts';
import type { Product } from './product.ts';

const titleWeight = 8;
/** Weight of words after "with": a charger "with cable" isn't a cable. */
const extraWeight = 5;
const brandWeight = 4;
const categoryWeight = 3;
/** Weight of prefix matches and typos. */
const prefixShare = 0.6;
const typoShare = 0.4;

const fillers = new Set(['a', 'an', 'and', 'by', 'for', 'from', 'in', 'of', 'on', 'or', 'the', 'to', 'with']);

/** Matching products, best first, then by price. */
export interface SearchIndex {
  search(query: string): Product[];
}

export function createSearchIndex(products: readonly Product[]): SearchIndex {
  const postings = new Map<string, Map<number, number>>();
  const add = (place: number, text: string, weight: number): void => {
    for (const word of tokensOf(text)) {
      const posting = postings.get(word) ?? new Map<number, number>();
      posting.set(place, Math.max(posting.get(place) ?? 0, weight));
      postings.set(word, posting);
    }
  };
  for (const [place, product] of products.entries()) {
    const [thing = '', ...extras] = product.title.split(/ (?:with|for) /);
    add(place, thing, titleWeight);
    add(place, extras.join(' '), extraWeight);
    add(place, product.productId, titleWeight);
    add(place, product.brand, brandWeight);
    add(place, product.kind.categories.join(' '), categoryWeight);
  }
  const vocabulary = [...postings.keys()];

  /** Score of one query word by product. */
  const scoresOf = (word: string): Map<number, number> => {
    const scores = new Map<number, number>();
    const gather = (known: string, share: number): void => {
      for (const [place, weight] of postings.get(known) ?? []) {
        scores.set(place, Math.max(scores.get(place) ?? 0, weight * share));
      }
    };
    gather(word, 1);
    if (word.length >= 2) {
      for (const known of vocabulary) if (known.startsWith(word)) gather(known, prefixShare);
    }
    if (scores.size === 0 && word.length >= 5) {
      for (const known of vocabulary) if (differsByOneTypo(word, known)) gather(known, typoShare);
    }
    return scores;
  };

  return {
    search(query) {
      const words = significant(tokensOf(query));
      if (words.length === 0) return [];
      // Require two thirds of the words, or any if nothing matches.
      const wanted = Math.ceil((words.length * 2) / 3);
      const ranks = new Map<number, { met: number; score: number }>();
      for (const word of words) {
        for (const [place, score] of scoresOf(word)) {
          const rank = ranks.get(place) ?? { met: 0, score: 0 };
          ranks.set(place, { met: rank.met + 1, score: rank.score + score });
        }
      }
      const metMost = Math.max(0, ...[...ranks.values()].map((rank) => rank.met));
      const least = Math.min(wanted, Math.max(1, metMost));
      return [...ranks]
        .filter(([, rank]) => rank.met >= least)
        .map(([place, rank]) => ({ product: assertDefined(products[place]), ...rank }))
        .sort(
          (left, right) => right.met - left.met || right.score - left.score || left.product.price - right.product.price,
        )
        .map(({ product }) => product);
    },
  };
}

function tokensOf(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .toLowerCase();
  return [
    ...new Set(
      plain
        .split(/[^a-z0-9]+/)
        .filter(Boolean)
        .map(singular),
    ),
  ];
}

function significant(words: string[]): string[] {
  const telling = words.filter((word) => !fillers.has(word));
  return telling.length > 0 ? telling : words;
}

function singular(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (word.length > 4 && /(?:s|x|ch|sh)es$/.test(word)) return word.slice(0, -2);
  if (word.length > 3 && word.endsWith('s') && !word.endsWith('ss')) return word.slice(0, -1);
  return word;
}

/** Whether two words differ by one typo. */
function differsByOneTypo(left: string, right: string): boolean {
  if (Math.abs(left.length - right.length) > 1) return false;
  let start = 0;
  while (start < left.length && left[start] === right[start]) start += 1;
  const restOf = (text: string, skipped: number): string => text.slice(start + skipped);
  if (left.length > right.length) return restOf(left, 1) === restOf(right, 0);
  if (left.length < right.length) return restOf(left, 0) === restOf(right, 1);
  if (restOf(left, 1) === restOf(right, 1)) return true;
  return left[start] === right[start + 1] && left[start + 1] === right[start] && restOf(left, 2) === restOf(right, 2);
}
