import { Worker } from 'node:worker_threads';
import { afterAll, describe, expect, it } from 'vitest';
import { createThreadPool } from './thread-pool.ts';

const started: Worker[] = [];
const source = `
  const { parentPort } = require('node:worker_threads');
  parentPort.on('message', (work) => {
    if (work === 'hang') for (;;) {}
    if (work === 'exit') process.exit(1);
    if (work === 'throw') throw new Error('broken');
    if (work === 'fill') { const held = []; for (;;) held.push(new Array(100000).fill(work + held.length)); }
    parentPort.postMessage(work.toUpperCase());
  });`;

function pool(threadsMax = 1, waitingMax = 10) {
  return createThreadPool<string, string>({
    start() {
      const worker = new Worker(source, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 16 } });
      started.push(worker);
      return worker;
    },
    threadsMax,
    deadlineMs: 1500,
    waitingMax,
  });
}

afterAll(async () => void (await Promise.all(started.map((worker) => worker.terminate()))));

describe('a pool of threads', () => {
  it('runs one task after the other on the same thread', async () => {
    const { run } = pool();
    const before = started.length;
    expect(await Promise.all([run('a'), run('b'), run('c')])).toEqual(
      ['A', 'B', 'C'].map((value) => ({ kind: 'done', value })),
    );
    expect(started.length).toBe(before + 1);
  });

  it('fails only the work that takes too long, too much memory, or throws', async () => {
    const { run } = pool();
    const outcomes = await Promise.all(['hang', 'a', 'fill', 'b', 'throw', 'c', 'exit', 'd'].map((work) => run(work)));
    const failed = (reason: string) => ({ kind: 'failed', reason });
    const done = (value: string) => ({ kind: 'done', value });
    expect(outcomes).toEqual([
      failed('slow'),
      done('A'),
      failed('broken'),
      done('B'),
      failed('broken'),
      done('C'),
      failed('broken'),
      done('D'),
    ]);
  });

  it('keeps only so many waiting', async () => {
    const { run } = pool(1, 1);
    const outcomes = await Promise.all([run('a'), run('b'), run('c')]);
    expect(outcomes.map((outcome) => outcome.kind)).toEqual(['done', 'done', 'failed']);
    expect(outcomes[2]).toEqual({ kind: 'failed', reason: 'busy' });
  });
});
