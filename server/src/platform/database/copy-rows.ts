import { once } from 'node:events';
import type pg from 'pg';
import { errorOf } from '../../kit/fields.ts';

/** Missing from the driver's types. */
interface CopyConnection extends pg.Connection {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
}

/** Rows arrive one by one and are yielded in chunks of about this size. */
const pieceBytes = 64 * 1024;
/** Pauses the server when this much is unread. */
const unreadBytesMax = 1024 * 1024;

const rowsIn = (tag: string): number => Number(/^COPY (\d+)$/.exec(tag)?.[1] ?? Number.NaN);

/** Yields the output of `COPY … TO STDOUT`. Returns the number of rows. */
export async function* copyOut(client: pg.ClientBase, text: string): AsyncGenerator<Buffer, number> {
  let pieces: Buffer[] = [];
  let bytes = 0;
  let rows: number | null = null;
  let failure: Error | null = null;
  let isDone = false;
  let stream: pg.Connection['stream'] | null = null;
  let wake = () => {};
  const query = {
    submit(connection: pg.Connection) {
      stream = connection.stream;
      connection.query(text);
    },
    handleCopyData({ chunk }: { chunk: Buffer }) {
      // The driver reuses its buffer.
      pieces.push(Buffer.from(chunk));
      bytes += chunk.length;
      if (bytes > unreadBytesMax) stream?.pause();
      if (bytes >= pieceBytes) wake();
    },
    handleCommandComplete(message: { text: string }) {
      rows = rowsIn(message.text);
    },
    handleError(error: unknown) {
      failure = errorOf(error);
      isDone = true;
      wake();
    },
    handleReadyForQuery() {
      isDone = true;
      wake();
    },
  };
  client.query(query);
  while (!isDone || pieces.length > 0) {
    if (!isDone && bytes < pieceBytes) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
      continue;
    }
    const piece = Buffer.concat(pieces);
    pieces = [];
    bytes = 0;
    resume(stream);
    if (piece.length > 0) yield piece;
  }
  if (failure) throw failure;
  return rows ?? Number.NaN;
}

const resume = (stream: pg.Connection['stream'] | null): void => void stream?.resume();

/** Feeds `COPY … FROM STDIN`. Returns the number of rows. */
export function copyIn(client: pg.ClientBase, text: string, pieces: AsyncIterable<Buffer>): Promise<number> {
  return new Promise((resolve, reject) => {
    let rows = Number.NaN;
    let failure: Error | null = null;
    async function feed(connection: CopyConnection): Promise<void> {
      try {
        for await (const piece of pieces) {
          if (failure) return;
          connection.sendCopyFromChunk(piece);
          if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain');
        }
        if (!failure) connection.endCopyFrom();
      } catch (error) {
        failure ??= errorOf(error);
        connection.sendCopyFail('Reading the rows failed.');
      }
    }
    client.query({
      submit: (connection: pg.Connection) => connection.query(text),
      handleCopyInResponse: (connection: CopyConnection) => void feed(connection),
      handleCommandComplete(message: { text: string }) {
        rows = rowsIn(message.text);
      },
      handleError(error: unknown) {
        failure ??= errorOf(error);
        reject(failure);
      },
      handleReadyForQuery: () => resolve(rows),
    });
  });
}
