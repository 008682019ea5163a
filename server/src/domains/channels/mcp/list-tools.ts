import { listOf } from '../../../kit/fields.ts';
import { isUuid } from '../../../kit/ids.ts';
import { type Json, outcomeOf } from './call.ts';
import { cursorRefused } from './failures.ts';
import { limitOf, pageOutcome, positionOf, summarizeTestProduct } from './lists.ts';
import { entrySchemas } from './schema.ts';
import type { Run } from './tool.ts';

/** Full entries are long, so a page is read in parts, to not block the process. */
const partMax = 11;

/** A page of summaries of an operation that lists by `after`. The cursor is the last entry's id. */
export const listOperation =
  (name: 'orders' | 'return_requests', path: string, summarize: (entry: unknown) => Json): Run =>
  async ({ call, publicUrl }, { limit, cursor, ...filter }, { callContext }) => {
    const max = limitOf({ limit });
    if (cursor !== undefined && !isUuid(String(cursor))) return cursorRefused(publicUrl);
    const entries: Json[] = [];
    let total: unknown = null;
    for (let isEnd = false; !isEnd && entries.length <= max; ) {
      const size = Math.min(partMax, max + 1 - entries.length);
      const query = { ...filter, limit: size, after: entries.at(-1)?.id ?? cursor };
      const { body, error } = outcomeOf(await call(callContext, { method: 'GET', path, query }));
      if (error) return { error };
      const part = listOf(body[name]).map(summarize);
      entries.push(...part);
      isEnd = part.length < size;
      total ??= body.total;
    }
    return pageOutcome({
      name,
      schema: entrySchemas[name],
      entries: entries.slice(0, max),
      limit: max,
      hasMore: entries.length > max,
      cursorAt: (count) => String(entries[count - 1]?.id ?? cursor),
      more: { total },
    });
  };

export const listTestProducts: Run = async (needs, given, use) => {
  const position = positionOf(given.cursor);
  if (position === null) return cursorRefused(needs.publicUrl);
  const { callContext } = use;
  const { body, error } =
    callContext.caller === null
      ? await needs.open.list_test_products(given)
      : outcomeOf(await needs.call(callContext, { method: 'GET', path: '/orders/test-products' }));
  if (error) return { error };
  const entries = listOf(body.products).slice(position).map(summarizeTestProduct);
  return pageOutcome({
    name: 'products',
    schema: entrySchemas.products,
    entries,
    limit: limitOf(given),
    hasMore: false,
    cursorAt: (count) => String(position + count),
  });
};
