import { describe, expect, it } from 'vitest';
import { csvRows } from './csv-rows.ts';

/** The bytes of a text in pieces of one size: every letter and every quote is cut off somewhere. */
function streamed(text: string, size: number): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
    bytes.slice(n * size, (n + 1) * size),
  );
  return new ReadableStream({
    pull(controller) {
      const piece = pieces.shift();
      if (piece) controller.enqueue(piece);
      else controller.close();
    },
  });
}

async function all(stream: ReadableStream<Uint8Array>) {
  const rows = [];
  for await (const row of csvRows(stream)) rows.push(row);
  return rows;
}

describe('csvRows', () => {
  it.each([1, 2, 7, 1000])('reads rows from pieces of %i bytes', async (size) => {
    const text = '\ufeffid,name,note\r\n1,"Müller, ""Jo""","two\r\nlines"\n\n2,,\r\n3,"",x';
    expect(await all(streamed(text, size))).toEqual([
      { id: '1', name: 'Müller, "Jo"', note: 'two\r\nlines' },
      { id: '2', name: '', note: '' },
      { id: '3', name: '', note: 'x' },
    ]);
  });

  it('cancels the file when reading stops', async () => {
    let isCancelled = false;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new TextEncoder().encode('a,b\n')),
      cancel: () => {
        isCancelled = true;
      },
    });
    for await (const row of csvRows(endless)) {
      expect(row).toEqual({ a: 'a', b: 'b' });
      break;
    }
    expect(isCancelled).toBe(true);
  });
});
