import type { SearchHit } from '../../../connectors/contract.ts';

/** Cents, both ends included. */
export interface PriceRange {
  min: number;
  max: number;
}

interface Ranked {
  hit: SearchHit;
  relevance: number;
  /** In US cents; the highest if it is unknown. */
  price: number;
  /** Position in the store's own results. */
  place: number;
  quality: number;
}

interface Pricing {
  range: PriceRange;
  usCentsOf(hit: SearchHit): number | null;
}

/**
 * Merges results of many stores: best match first, then price, then reviews. Skips unavailable products and
 * duplicates. Deterministic.
 */
export function rankHits(
  answers: readonly SearchHit[][],
  query: string,
  { range, usCentsOf }: Pricing,
  limit: number,
): SearchHit[] {
  const words = significant(tokensOf(query));
  const ranked = answers
    .flatMap((hits) => hits.map((hit, place) => ({ hit, place, cents: usCentsOf(hit) })))
    .filter(({ hit, cents }) => hit.available && isWithin(range, cents))
    .map(({ hit, place, cents }) => ({
      hit,
      place,
      price: cents ?? Number.MAX_SAFE_INTEGER,
      relevance: relevanceOf(hit, words),
      quality: qualityOf(hit),
    }))
    .sort(compare);
  const hitsByUrl = new Map<string, SearchHit>();
  for (const { hit } of ranked) if (!hitsByUrl.has(hit.url)) hitsByUrl.set(hit.url, hit);
  return [...hitsByUrl.values()].slice(0, limit);
}

/** An unknown price is in no range. */
const isWithin = ({ min, max }: PriceRange, cents: number | null): boolean =>
  cents === null ? min <= 0 && max === Number.MAX_SAFE_INTEGER : cents >= min && cents <= max;

function compare(a: Ranked, b: Ranked): number {
  return (
    b.relevance - a.relevance ||
    a.price - b.price ||
    b.quality - a.quality ||
    a.place - b.place ||
    (a.hit.url < b.hit.url ? -1 : 1)
  );
}

/** Normalized words: lower case, no accents or plural endings. */
function tokensOf(text: string): string[] {
  const folded = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return (folded.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => (word.length > 3 ? word.replace(/s$/, '') : word));
}

const fillers = new Set(['a', 'an', 'and', 'for', 'in', 'of', 'on', 'or', 'the', 'to', 'with']);

function significant(words: string[]): string[] {
  const telling = words.filter((word) => !fillers.has(word));
  return telling.length > 0 ? telling : words;
}

/** Weight of a prefix match. */
const prefixShare = 0.5;
/** Weight of words after "with": a charger "with cable" isn't a cable. */
const extraShare = 0.75;

/** Share of query words in title or brand, 0 to 1. */
function relevanceOf(hit: SearchHit, words: readonly string[]): number {
  if (words.length === 0) return 0;
  const [thing, extras] = partsOf(hit.title);
  const own = tokensOf(`${hit.brand ?? ''} ${thing}`);
  const more = tokensOf(extras);
  const score = (word: string): number => Math.max(matchOf(own, word), matchOf(more, word) * extraShare);
  return words.reduce((sum, word) => sum + score(word), 0) / words.length;
}

function matchOf(own: readonly string[], word: string): number {
  if (own.includes(word)) return 1;
  return own.some((candidate) => candidate.startsWith(word)) ? prefixShare : 0;
}

/** Splits a title into the product and its accessories. */
function partsOf(title: string): [thing: string, extras: string] {
  const at = title.search(/ (?:with|for|includes|incl) /i);
  return at < 0 ? [title, ''] : [title.slice(0, at), title.slice(at)];
}

const priorStars = 3.5;
const reviewPriorWeight = 20;

/** Rating weighted by the number of reviews. */
function qualityOf({ stars, numReviews }: SearchHit): number {
  if (stars === null) return priorStars;
  const reviews = numReviews ?? 0;
  return (stars * reviews + priorStars * reviewPriorWeight) / (reviews + reviewPriorWeight);
}
