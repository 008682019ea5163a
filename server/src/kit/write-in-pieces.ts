import { setImmediate as turn } from 'node:timers/promises';

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
    await turn();
  }
  if (piece !== '') yield piece;
  await turn();
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
  yield `{${JSON.stringify(name)}:[`;
  let between = '';
  yield* writeInPieces(entries, (entry) => {
    const text = between + JSON.stringify(present(entry));
    between = ',';
    return text;
  });
  yield `],${JSON.stringify(rest).slice(1)}`;
}
