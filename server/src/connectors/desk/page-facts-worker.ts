import { parentPort } from 'node:worker_threads';
import { readFacts } from './page-facts.ts';

// A thread of its own for pages of stores: the parser of these pages can be made to take minutes.

export interface StorePage {
  text: string;
  url: string;
}

parentPort?.on('message', ({ text, url }: StorePage) => {
  parentPort?.postMessage(readFacts(text, new URL(url)));
});
