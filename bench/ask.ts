import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { FloodPlan, FloodResult } from './flood.ts';
import type { HostilePlan, HostileResult } from './hostile/send.ts';
import type { AttackPlan, AttackResult } from './largest/attack.ts';
import type { LoadPlan, LoadResult } from './load.ts';

/** Runs clients in their own process and returns what they measured. */
export const load = async (plan: LoadPlan): Promise<LoadResult> => JSON.parse(await runClients('load.ts', plan));

/** For clients that do not wait for a response before the next request. */
export const flood = async (plan: FloodPlan): Promise<FloodResult> => JSON.parse(await runClients('flood.ts', plan));

/** Attackers have machines of their own, so here they get only what the service and the other clients leave. */
const lowestPriority = ['nice', '-n', '19'];

/** Hostile requests at a steady rate. */
export const sendHostile = async (plan: HostilePlan): Promise<HostileResult> =>
  JSON.parse(await runClients('hostile/send.ts', plan, lowestPriority));

/** The most expensive requests, as fast as their key may send them. */
export const attack = async (plan: AttackPlan): Promise<AttackResult> =>
  JSON.parse(await runClients('largest/attack.ts', plan, lowestPriority));

async function runClients(program: string, plan: object, before: string[] = []): Promise<string> {
  const file = join(import.meta.dirname, program);
  const [command = '', ...args] = [...before, process.execPath, file];
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  child.stdin.end(JSON.stringify(plan));
  const answer = await text(child.stdout);
  const [code] = await ended;
  if (code !== 0) throw new Error('The clients gave up; see above.');
  return answer;
}
