import type { Operations, operations } from './operations.ts';
import type { Call, CallOptions, Operation, Values } from './send.ts';

type Name = keyof Operations;
type Table = typeof operations;
type ListName = { [N in Name]: Table[N] extends { list: string } ? N : never }[Name];
type Entry<N extends ListName> = Table[N] extends { list: infer Field extends keyof Operations[N]['output'] }
  ? Operations[N]['output'][Field] extends (infer Item)[]
    ? Item
    : never
  : never;

export type Each = {
  [N in ListName]: (
    input?: Omit<Operations[N]['input'], 'offset'>,
    options?: CallOptions,
  ) => AsyncGenerator<Entry<N>, void>;
};

const pageSize = 100;

export async function* eachEntry(call: Call, operation: Operation, input: Values, options: CallOptions) {
  if (operation.isCursor) return yield* eachAfter(call, operation, input, options);
  const limit = typeof input.limit === 'number' ? input.limit : pageSize;
  const seen = new Set<unknown>();
  for (let offset = 0; ; offset += limit) {
    const { data } = await call(operation, { ...input, limit, offset }, options);
    const page = data as Values & { total: number };
    const entries = page[operation.list ?? ''] as { id?: unknown }[];
    for (const entry of entries) {
      // Lists are newest first: what is new since the last page pushes older entries onto this one a second time.
      if (entry.id !== undefined && seen.has(entry.id)) continue;
      if (entry.id !== undefined) seen.add(entry.id);
      yield entry;
    }
    if (entries.length === 0 || offset + entries.length >= page.total) return;
  }
}

/** Oldest first, each page after the last entry of the one before. */
async function* eachAfter(call: Call, operation: Operation, input: Values, options: CallOptions) {
  let { after } = input;
  for (;;) {
    const { data } = await call(operation, { ...input, ...(after === undefined ? {} : { after }) }, options);
    const page = data as Values & { has_more: boolean; next_cursor: string | null };
    yield* page[operation.list ?? ''] as unknown[];
    if (!page.has_more || page.next_cursor === null) return;
    after = page.next_cursor;
  }
}
