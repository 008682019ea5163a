import { assertDefined } from '../server/src/kit/assert-defined.ts';
import { load } from './ask.ts';
import { cpuMs } from './cpu.ts';
import { atLeast, atMost } from './goals.ts';
import type { LoadResult } from './load.ts';
import { acceptScript, pgbench } from './pgbench.ts';
import { median, orderBody, orderRequests, type Row, type Scene, withApi } from './scene.ts';

/** Orders accepted over HTTP, compared with pgbench running the same statement. */
export async function measureAccepting(scene: Scene): Promise<Row[]> {
  return withApi(scene, async (api) => {
    const script = acceptScript(scene.accounts, await orderOnce(api.url, assertDefined(scene.accounts[0]).key));
    const requests = orderRequests(scene.accounts);
    const plan = { port: api.port, clients: scene.clients, seconds: scene.seconds, requests, status: 201 };
    await load({ ...plan, seconds: 2 });
    const ours: Measured[] = [];
    const theirs: Measured[] = [];
    for (let round = 0; round < scene.rounds; round += 1) {
      theirs.push(await measured(scene, [], () => pgbench(scene, script)));
      ours.push(await measured(scene, [api.pid], () => load(plan)));
    }
    const ratio = ratioOf(ours, theirs);
    const share = median(ours.map((result, round) => result.cpuMs / assertDefined(theirs[round]).cpuMs));
    const goals = [atLeast(ratio, 1, ' of pgbench per second'), atMost(share, 0.6, ' of its CPU')];
    return [
      { ...middle(theirs), what: 'pgbench, the same statement' },
      { ...middle(ours), what: 'POST /orders', memoryMb: api.memoryMb(), ratio, goals },
    ];
  });
}

export interface Measured extends LoadResult {
  cpuMs: number;
}

/** Adds the CPU time of PostgreSQL and the given processes. */
export async function measured(scene: Scene, pids: number[], run: () => Promise<LoadResult>): Promise<Measured> {
  const all = [scene.postgres.pid, ...pids];
  const before = cpuMs(all);
  const result = await run();
  return { ...result, cpuMs: (cpuMs(all) - before) / result.count };
}

/** The median of each number. */
export function middle(results: Measured[]): Omit<Measured, 'count'> {
  return {
    perSecond: median(results.map((result) => result.perSecond)),
    cpuMs: median(results.map((result) => result.cpuMs)),
    p50Ms: median(results.map((result) => result.p50Ms)),
    p99Ms: median(results.map((result) => result.p99Ms)),
  };
}

/** The median of the ratios within each round, which cancels out other load. */
export function ratioOf(ours: LoadResult[], theirs: LoadResult[]): number {
  return median(ours.map((result, round) => result.perSecond / assertDefined(theirs[round]).perSecond));
}

/** The response to one order, which is stored with each. */
async function orderOnce(url: string, key: string): Promise<string> {
  const response = await fetch(`${url}/orders`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(orderBody),
  });
  if (response.status !== 201) throw new Error(`The first order was refused: ${await response.text()}`);
  return response.text();
}
