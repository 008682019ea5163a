import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { LoadPlan, LoadResult } from './load.ts';

/** Runs the clients in a process of their own and brings back what they saw. */
export async function load(plan: LoadPlan): Promise<LoadResult> {
  const file = join(import.meta.dirname, 'load.ts');
  const child = spawn(process.execPath, [file], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  child.stdin.end(JSON.stringify(plan));
  const answer = await text(child.stdout);
  const [code] = await ended;
  if (code !== 0) throw new Error('The clients gave up; see above.');
  return JSON.parse(answer) as LoadResult;
}
