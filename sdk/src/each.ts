import type { Call, CallOptions, Operation, Values } from './send.ts';

/** The field of a list response that holds its entries, and their type. */
type EntryOf<Entry, Output> = Entry extends { list: infer Field extends keyof Output }
  ? Output[Field] extends (infer Item)[]
    ? Item
    : never
  : never;

/** Iterates over lists entry by entry, for a table of operations. */
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
  // A cursor works in the default order only.
  if (operation.cursor !== undefined && input.sort === undefined) {
    return yield* eachAfterEntry(call, { ...operation, cursor: operation.cursor }, { ...input, limit }, options);
  }
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

/** Newest first. Each page starts after the last entry so far, so added or removed entries don't shift the pages. */
async function* eachAfterEntry(
  call: Call,
  operation: Operation & { cursor: string },
  input: Values & { limit: number },
  options: CallOptions,
) {
  for (let { after } = input; ; ) {
    const { data: page } = await call<Record<string, Values[]>>(operation, { ...input, after }, options);
    const entries = page[operation.list ?? ''] ?? [];
    yield* entries;
    if (entries.length < input.limit) return;
    after = entries.at(-1)?.[operation.cursor];
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
