import type { SearchHit } from '../../../connectors/contract.ts';

/** Cents, both ends included. */
export interface PriceRange {
  min: number;
  max: number;
}

interface Ranked {
  hit: SearchHit;
  relevance: number;
  /** The hit's place in its own store's answer. */
  place: number;
  quality: number;
}

/**
 * One list out of the answers of many stores: what fits the words of the query best comes first; among equals the
 * stores take turns in the order they themselves gave, better reviewed things before others. What cannot be bought or
 * was listed already is left out. The order depends on nothing else, so the same answers give the same list.
 */
export function rankHits(
  answers: readonly SearchHit[][],
  query: string,
  range: PriceRange,
  limit: number,
): SearchHit[] {
  const words = tokensOf(query);
  const ranked = answers
    .flatMap((hits) => hits.map((hit, place) => ({ hit, place })))
    .filter(({ hit }) => hit.available && hit.price >= range.min && hit.price <= range.max)
    .map(({ hit, place }) => ({ hit, place, relevance: relevanceOf(hit, words), quality: qualityOf(hit) }))
    .sort(compare);
  const hitsByUrl = new Map<string, SearchHit>();
  for (const { hit } of ranked) if (!hitsByUrl.has(hit.url)) hitsByUrl.set(hit.url, hit);
  return [...hitsByUrl.values()].slice(0, limit);
}

function compare(a: Ranked, b: Ranked): number {
  return (
    b.relevance - a.relevance ||
    a.place - b.place ||
    b.quality - a.quality ||
    a.hit.price - b.hit.price ||
    (a.hit.url < b.hit.url ? -1 : 1)
  );
}

/** Lower case words without accents and plural endings. */
function tokensOf(text: string): string[] {
  const folded = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return (folded.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => (word.length > 3 ? word.replace(/s$/, '') : word));
}

/** The share of the query's words that the title or the brand holds, from 0 to 1; a mere beginning counts half. */
function relevanceOf(hit: SearchHit, words: readonly string[]): number {
  if (words.length === 0) return 0;
  const own = tokensOf(`${hit.brand ?? ''} ${hit.title}`);
  const score = (word: string): number =>
    own.includes(word) ? 1 : own.some((candidate) => candidate.startsWith(word)) ? 0.5 : 0;
  return words.reduce((sum, word) => sum + score(word), 0) / words.length;
}

const priorStars = 3.5;
const reviewPriorWeight = 20;

/** Stars, pulled towards the usual while few people have spoken: five stars of one person say little. */
function qualityOf({ stars, numReviews }: SearchHit): number {
  if (stars === null) return priorStars;
  const reviews = numReviews ?? 0;
  return (stars * reviews + priorStars * reviewPriorWeight) / (reviews + reviewPriorWeight);
}
