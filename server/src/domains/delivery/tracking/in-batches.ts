import { createBatcher } from '../../../platform/batcher.ts';
import type { Database } from '../../../platform/database/index.ts';
import { notifyJobs } from '../../../platform/queue/index.ts';
import { createOrderReader, type OrderReader, type Progress, writeProgress } from '../../orders/orders/index.ts';

type Writer = (progress: Progress) => Promise<boolean>;

const writersByDatabase = new WeakMap<Database, Writer>();

/** Writes tracking updates for several orders in one statement. False: the order changed since it was read. */
export function progressWriterOf(database: Database): Writer {
  const writer =
    writersByDatabase.get(database) ??
    createBatcher<Progress, boolean>({
      maxBatch: 50,
      maxInFlight: 2,
      conflictKey: ({ orderId }) => orderId,
      async run(progress) {
        // Sorted, as everywhere that locks several orders.
        const sorted = progress.toSorted((one, other) => (one.orderId < other.orderId ? -1 : 1));
        const written = await writeProgress(database, sorted);
        notifyJobs(database);
        return progress.map(({ orderId }) => written.has(orderId));
      },
    });
  writersByDatabase.set(database, writer);
  return writer;
}

const readersByDatabase = new WeakMap<Database, OrderReader>();

/** Reads orders, several in one statement. */
export function orderReaderOf(database: Database): OrderReader {
  const reader = readersByDatabase.get(database) ?? createOrderReader(database);
  readersByDatabase.set(database, reader);
  return reader;
}
