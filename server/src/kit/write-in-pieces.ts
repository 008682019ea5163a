import { nextTurn } from './next-turn.ts';

const pieceChars = 16 * 1024;

/**
 * Yields a long text in pieces, with a turn of the event loop after each, so a large file does not block other
 * requests.
 */
export async function* writeInPieces<Entry>(
  entries: Iterable<Entry>,
  write: (entry: Entry) => string,
): AsyncGenerator<string> {
  let piece = '';
  for (const entry of entries) {
    piece += write(entry);
    if (piece.length < pieceChars) continue;
    yield piece;
    piece = '';
    await nextTurn();
  }
  if (piece !== '') yield piece;
  await nextTurn();
}

/** Shorter lists are written at once. */
export const shortListMax = 10;

/** `{ [name]: entries, ...rest }` as JSON text, in pieces. */
export async function* writeList<Entry>(
  name: string,
  entries: Iterable<Entry>,
  present: (entry: Entry) => unknown,
  rest: object,
): AsyncGenerator<string> {
  yield `{${JSON.stringify(name)}:`;
  yield* writeArray(entries, present);
  yield `,${JSON.stringify(rest).slice(1)}`;
}

/** `entries` as JSON text, in pieces. */
export async function* writeArray<Entry>(
  entries: Iterable<Entry>,
  present: (entry: Entry) => unknown,
): AsyncGenerator<string> {
  yield '[';
  let between = '';
  yield* writeInPieces(entries, (entry) => {
    const text = between + (JSON.stringify(present(entry)) ?? 'null');
    between = ',';
    return text;
  });
  yield ']';
}

/** Any JSON value as text, its lists in pieces. */
export async function* writeJson(value: unknown): AsyncGenerator<string> {
  if (Array.isArray(value)) {
    yield* writeArray(value, (entry) => entry);
  } else if (typeof value === 'object' && value !== null) {
    let between = '{';
    for (const [name, entry] of Object.entries(value)) {
      if (entry === undefined) continue;
      yield `${between}${JSON.stringify(name)}:`;
      yield* writeJson(entry);
      between = ',';
    }
    yield between === '{' ? '{}' : '}';
  } else {
    yield JSON.stringify(value) ?? 'null';
  }
}
