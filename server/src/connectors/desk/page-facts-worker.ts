import { parentPort } from 'node:worker_threads';
import { lowerThreadPriority } from '../../platform/thread-priority.ts';
import { readFacts } from './page-facts.ts';

// Runs on its own thread, because a hostile page can keep the parser busy for minutes.

export interface StorePage {
  text: string;
  url: string;
}

lowerThreadPriority();
parentPort?.on('message', ({ text, url }: StorePage) => {
  parentPort?.postMessage(readFacts(text, new URL(url)));
});
