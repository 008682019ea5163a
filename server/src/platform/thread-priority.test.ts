import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { getPriority } from 'node:os';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';

const file = pathToFileURL(`${import.meta.dirname}/thread-priority.ts`).href;

it.runIf(existsSync('/proc/thread-self'))('lowers the priority of its thread, and of no other', async () => {
  const before = getPriority();
  const worker = new Worker(
    `import { readlinkSync } from 'node:fs';
    import { getPriority } from 'node:os';
    import { parentPort } from 'node:worker_threads';
    import { lowerThreadPriority } from ${JSON.stringify(file)};
    lowerThreadPriority();
    parentPort.postMessage(getPriority(Number(readlinkSync('/proc/thread-self').split('/').pop())));`,
    { eval: true, execArgv: ['--input-type=module'] },
  );
  const [priority] = await once(worker, 'message');
  await worker.terminate();
  expect(priority).toBe(10);
  expect(getPriority()).toBe(before);
});
