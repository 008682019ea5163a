import type { Call, CallOptions, Operation, Values } from './send.ts';

/** The field of a list that holds its entries, and what they are. */
type EntryOf<Entry, Output> = Entry extends { list: infer Field extends keyof Output }
  ? Output[Field] extends (infer Item)[]
    ? Item
    : never
  : never;

/** Lists of a table of operations, entry by entry. */
export type Each<Known extends { [N in keyof Known]: { input: object; output: unknown } }, Table> = {
  [N in keyof Known as N extends keyof Table ? (Table[N] extends { list: string } ? N : never) : never]: (
    input?: Omit<Known[N]['input'], 'offset'>,
    options?: CallOptions,
  ) => AsyncGenerator<EntryOf<Table[N & keyof Table], Known[N]['output']>, void>;
};

const pageSize = 100;

export async function* eachEntry(call: Call, operation: Operation, input: Values, options: CallOptions) {
  if (operation.isCursor) return yield* eachAfter(call, operation, input, options);
  const limit = typeof input.limit === 'number' ? input.limit : pageSize;
  const seen = new Set<unknown>();
  for (let offset = 0; ; offset += limit) {
    const { data: page } = await call<Values & { total: number }>(operation, { ...input, limit, offset }, options);
    const entries = page[operation.list ?? ''] as { id?: unknown }[];
    for (const entry of entries) {
      // Lists are newest first: new entries push older ones to the next page, where they appear again.
      if (entry.id !== undefined && seen.has(entry.id)) continue;
      if (entry.id !== undefined) seen.add(entry.id);
      yield entry;
    }
    if (entries.length === 0 || offset + entries.length >= page.total) return;
  }
}

interface Continued {
  has_more: boolean;
  next_cursor: string | null;
}

/** Oldest first. Each page starts after the last entry of the previous one. */
async function* eachAfter(call: Call, operation: Operation, input: Values, options: CallOptions) {
  let { after } = input;
  for (;;) {
    const { data: page } = await call<Values & Continued>(operation, { ...input, after }, options);
    yield* page[operation.list ?? ''] as unknown[];
    if (!page.has_more || page.next_cursor === null) return;
    after = page.next_cursor;
  }
}
