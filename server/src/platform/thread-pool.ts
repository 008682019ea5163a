import type { Worker } from 'node:worker_threads';

/** How a thread ended its work: with a value, or not at all. */
export type Threaded<Value> = { kind: 'done'; value: Value } | { kind: 'failed'; reason: 'slow' | 'broken' | 'busy' };

export interface ThreadPoolOptions {
  /** Starts a thread that replies to each message with one message. Set `resourceLimits`. */
  start(): Worker;
  threadsMax: number;
  /** How long one task may run. */
  deadlineMs: number;
  /** Tasks beyond this many waiting ones are refused. */
  waitingMax: number;
}

export interface ThreadPool<Work, Value> {
  run(work: Work): Promise<Threaded<Value>>;
}

interface Task<Work, Value> {
  work: Work;
  resolve(outcome: Threaded<Value>): void;
}

/**
 * Runs code that must not block the event loop: third-party parsers of outside input. A thread that misses its deadline
 * is terminated, and one that runs out of memory ends. Either way only its own task fails, and the next task gets a new
 * thread. Idle threads do not keep the process alive.
 */
export function createThreadPool<Work, Value>(options: ThreadPoolOptions): ThreadPool<Work, Value> {
  const idle: Worker[] = [];
  const waiting: Task<Work, Value>[] = [];
  let threads = 0;

  function takeThread(): Worker | null {
    const thread = idle.pop();
    if (thread) return thread;
    if (threads >= options.threadsMax) return null;
    threads += 1;
    const started = options.start();
    started.once('exit', () => {
      threads -= 1;
      const place = idle.indexOf(started);
      if (place !== -1) idle.splice(place, 1);
      next();
    });
    // An idle thread may fail too; without a listener that would end the process.
    started.on('error', () => {});
    return started;
  }

  function next(): void {
    if (waiting.length === 0) return;
    const thread = takeThread();
    const task = thread && waiting.shift();
    if (thread && task) give(thread, task);
  }

  function give(thread: Worker, { work, resolve }: Task<Work, Value>): void {
    const end = (outcome: Threaded<Value>) => {
      clearTimeout(timer);
      thread.off('message', done).off('error', broken).off('exit', broken);
      resolve(outcome);
    };
    const done = (value: Value) => {
      end({ kind: 'done', value });
      thread.unref();
      idle.push(thread);
      next();
    };
    const broken = () => {
      end({ kind: 'failed', reason: 'broken' });
      void thread.terminate();
    };
    const timer = setTimeout(() => {
      end({ kind: 'failed', reason: 'slow' });
      void thread.terminate();
    }, options.deadlineMs);
    thread.on('message', done).on('error', broken).on('exit', broken);
    thread.ref();
    thread.postMessage(work);
  }

  return {
    run(work) {
      if (waiting.length >= options.waitingMax) return Promise.resolve({ kind: 'failed', reason: 'busy' });
      return new Promise((resolve) => {
        waiting.push({ work, resolve });
        next();
      });
    },
  };
}
