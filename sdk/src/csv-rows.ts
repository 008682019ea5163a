/** The rows of a CSV file from the service as objects, read as it streams in: only one row is in memory at a time. */
export async function* csvRows(stream: ReadableStream<Uint8Array>): AsyncGenerator<Record<string, string>, void> {
  let header: string[] | null = null;
  for await (const cells of records(texts(stream))) {
    if (header === null) header = cells;
    else yield Object.fromEntries(header.map((name, index) => [name, cells[index] ?? '']));
  }
}

async function* texts(stream: ReadableStream<Uint8Array>): AsyncGenerator<string, void> {
  // Drops a byte order mark, and handles characters split across chunks.
  const decoder = new TextDecoder();
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      yield decoder.decode(value, { stream: true });
    }
    yield decoder.decode();
  } finally {
    // A reader that stops early doesn't need the rest.
    await reader.cancel().catch(() => {});
  }
}

/** RFC 4180: a cell with a comma, quote or line break is quoted, and quotes inside it are doubled. */
async function* records(chunks: AsyncIterable<string>): AsyncGenerator<string[], void> {
  let cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  let closedQuote = false;
  let isEmpty = true;
  for await (const chunk of chunks) {
    for (const letter of chunk) {
      if (isQuoted) {
        if (letter === '"') [isQuoted, closedQuote] = [false, true];
        else cell += letter;
        continue;
      }
      if (letter === '"') {
        if (closedQuote) cell += '"';
        [isQuoted, closedQuote, isEmpty] = [true, false, false];
      } else if (letter === ',') {
        cells.push(cell);
        [cell, closedQuote, isEmpty] = ['', false, false];
      } else if (letter === '\n') {
        if (!isEmpty) yield [...cells, cell];
        [cells, cell, closedQuote, isEmpty] = [[], '', false, true];
      } else if (letter !== '\r') {
        cell += letter;
        isEmpty = false;
      }
    }
  }
  if (!isEmpty) yield [...cells, cell];
}
