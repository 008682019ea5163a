import { fieldsOf, listOf, textOf } from '../../../kit/fields.ts';
import { type Json, type Outcome, outcomeOf } from './call.ts';
import { cursorRefused } from './failures.ts';
import { limitOf, pageOutcome, positionOf, summarizeHit } from './lists.ts';
import { entrySchemas } from './schema.ts';
import type { Run, ToolCall, ToolNeeds } from './tool.ts';

/** Searches every store, or pages through the results of one. */
export const searchProductsTool: Run = (needs, given, use) =>
  given.retailer === undefined ? searchAll(needs, given, use) : searchOne(needs, given, use);

function search({ open, call }: ToolNeeds, given: Json, { callContext }: ToolCall): Promise<Outcome> {
  if (callContext.caller === null) return open.search_products(given);
  const { query, retailer, page, min_price, max_price } = given;
  const request =
    retailer === undefined
      ? { path: '/search', query: { q: query, min_price, max_price } }
      : { path: '/products/search', query: { query, retailer, page } };
  return call(callContext, { method: 'GET', ...request }).then(outcomeOf);
}

/** The ranked list of all stores is short, so each page builds it again. */
async function searchAll(needs: ToolNeeds, given: Json, use: ToolCall): Promise<Outcome> {
  const position = positionOf(given.cursor);
  if (position === null) return cursorRefused(needs.publicUrl);
  const { body, error } = await search(needs, given, use);
  if (error) return { error };
  const leftOut = listOf(body.left_out).map((left) => fieldsOf(left).retailer);
  return pageOutcome({
    name: 'results',
    schema: entrySchemas.results,
    entries: listOf(body.results).slice(position).map(summarizeHit),
    limit: limitOf(given),
    hasMore: false,
    cursorAt: (count) => String(position + count),
    more: leftOut.length > 0 ? { left_out: leftOut } : {},
  });
}

/** How many pages of a store are read while nothing matches the price limits. */
const pagesMax = 5;

async function searchOne(needs: ToolNeeds, given: Json, use: ToolCall): Promise<Outcome> {
  const start = pagePositionOf(given.cursor);
  if (start === null) return cursorRefused(needs.publicUrl);
  for (let { page, offset } = start; ; page += 1, offset = 0) {
    const { body, error } = await search(needs, { ...given, page }, use);
    if (error) return { error };
    const results = listOf(body.results);
    const entries = results.filter((hit) => isWithin(given, fieldsOf(hit).price)).slice(offset);
    const isEnd = results.length === 0;
    if (entries.length === 0 && !isEnd && page < start.page + pagesMax - 1) continue;
    return pageOutcome({
      name: 'results',
      schema: entrySchemas.results,
      entries: entries.map(summarizeHit),
      limit: limitOf(given),
      hasMore: !isEnd,
      cursorAt: (count) => (count === entries.length ? `${page + 1}.0` : `${page}.${offset + count}`),
    });
  }
}

function isWithin({ min_price: min, max_price: max }: Json, price: unknown): boolean {
  if (typeof price !== 'number') return false;
  return (typeof min !== 'number' || price >= min) && (typeof max !== 'number' || price <= max);
}

function pagePositionOf(cursor: unknown): { page: number; offset: number } | null {
  const [, page, offset] = /^([1-9]\d{0,3})\.(\d{1,4})$/.exec(textOf(cursor) ?? '1.0') ?? [];
  return page !== undefined && offset !== undefined ? { page: Number(page), offset: Number(offset) } : null;
}
