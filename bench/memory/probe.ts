// Loaded into the service's process by `npm run bench -- memory`: tells what is in use after a collection, and takes snapshots.
import { writeHeapSnapshot } from 'node:v8';

export interface Asked {
  /** A file for a heap snapshot; without it only the sizes are told. */
  snapshot?: string;
}

export interface MemoryUse {
  rss: number;
  heapUsed: number;
  external: number;
}

process.on('message', ({ snapshot }: Asked) => {
  if (snapshot !== undefined) writeHeapSnapshot(snapshot);
  // Twice: what only finalizers hold goes with the second one.
  globalThis.gc?.();
  globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  process.send?.({ rss, heapUsed, external } satisfies MemoryUse);
});
// The service decides by itself when it ends.
process.channel?.unref();
