import { Worker } from 'node:worker_threads';
import { Failure, Invalid } from '../../kit/failure.ts';
import { nextTurn } from '../../kit/next-turn.ts';
import type { LargeBody, ReadBody } from './large-body-worker.ts';

/** Reading a smaller body is faster than handing it to the worker. */
export const largeBytes = 256 * 1024;

interface PendingRead {
  resolve(answer: ReadBody): void;
  reject(error: Error): void;
}

let thread: Worker | null = null;
let lastId = 0;
const askedById = new Map<number, PendingRead>();

/** Started with the first large body. An idle worker does not keep the process alive. */
function reader(): Worker {
  if (thread) return thread;
  const started = new Worker(new URL('./large-body-worker.ts', import.meta.url), {
    // A hostile body ends the thread, not the process.
    resourceLimits: { maxOldGenerationSizeMb: 1024 },
  });
  started.unref();
  started.on('message', (answer: ReadBody) => {
    askedById.get(answer.id)?.resolve(answer);
    askedById.delete(answer.id);
  });
  const end = (error?: unknown) => {
    if (thread === started) thread = null;
    for (const { reject } of askedById.values()) reject(new Error('The large-body parser exited.', { cause: error }));
    askedById.clear();
  };
  started.once('error', end).once('exit', () => end());
  thread = started;
  return started;
}

/** Memory that no other buffer shares is handed over, because copying 16 MiB blocks the event loop for 8 ms. */
const ownMemory = ({ buffer, byteLength }: Uint8Array): ArrayBuffer[] =>
  buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];

function ask(body: Omit<LargeBody, 'id'>): Promise<ReadBody> {
  lastId += 1;
  const id = lastId;
  return new Promise((resolve, reject) => {
    askedById.set(id, { resolve, reject });
    reader().postMessage({ id, ...body }, ownMemory(body.bytes));
  });
}

/**
 * Reads a large body without blocking: a worker thread parses and validates it, and returns it in pieces that are
 * assembled over several turns of the event loop. Throws the same errors as reading a small one. The caller can no longer
 * use the bytes.
 */
export async function readLargeBody(body: Omit<LargeBody, 'id'>): Promise<unknown> {
  const answer = await ask(body);
  switch (answer.kind) {
    case 'invalid':
      throw new Invalid(answer.problems);
    case 'refused':
      throw new Failure(answer.code, answer.status, answer.message);
    case 'failed':
      throw new Error(`A large body could not be read: ${answer.message}`);
    case 'read':
      return assemble(answer);
  }
}

async function assemble({ text, skeleton, lists }: Extract<ReadBody, { kind: 'read' }>): Promise<unknown> {
  const bytes = Buffer.from(text.buffer, text.byteOffset, text.byteLength);
  const value = JSON.parse(skeleton);
  let from = 0;
  for (const { name, ends } of lists) {
    const list: unknown[] = [];
    for (const end of ends) {
      for (const element of JSON.parse(bytes.toString('utf8', from, end))) list.push(element);
      from = end;
      await nextTurn();
    }
    value[name] = list;
  }
  return value;
}
