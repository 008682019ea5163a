import { setTimeout as pause } from 'node:timers/promises';
import { assertDefined } from '../server/src/kit/assert-defined.ts';
import { flood, load } from './ask.ts';
import { atMost } from './goals.ts';
import type { LoadResult } from './load.ts';
import { orderRequests, type Row, type Scene, withApi } from './scene.ts';

const times = 3;

const latenciesOf = ({ p50Ms, p99Ms }: LoadResult) => ({ p50Ms, p99Ms });

/** Three times as many orders as it can accept: latency of accepted ones, and of reads meanwhile. */
export async function measureOverload(scene: Scene): Promise<Row[]> {
  return withApi(scene, async (api) => {
    const orders = orderRequests(scene.accounts);
    const { port } = api;
    const most = { port, clients: scene.clients, seconds: scene.seconds, requests: orders, status: 201 };
    await load({ ...most, seconds: 2 });
    const capacity = await load(most);
    const { key } = assertDefined(scene.accounts[0]);
    const asks = (path: string) => ({
      ...{ port, clients: 1, seconds: scene.seconds, status: 200, pauseMs: 25 },
      requests: [{ method: 'GET', path, key, body: null }],
    });
    const perSecond = times * capacity.perSecond;
    const flooded = flood({ port, perSecond, seconds: scene.seconds + 1, requests: orders, connectionsMax: 3000 });
    await pause(500);
    const [reads, health] = await Promise.all([load(asks('/orders?limit=1')), load(asks('/health'))]);
    const { sent, notSent, byStatus, withoutRetryAfter } = await flooded;
    const accepted = byStatus[201];
    const rest = Object.entries(byStatus).filter(([status]) => status !== '201');
    const words = rest.map(([status, { count }]) => `${count} × ${status}`).join(', ');
    return [
      { ...capacity, what: 'POST /orders at its limit' },
      {
        ...accepted,
        what: `${sent} orders at ${times} times that (${notSent} not sent): the ${accepted?.count ?? 0} accepted`,
        perSecond: (accepted?.count ?? 0) / (scene.seconds + 1),
        memoryMb: api.memoryMb(),
        goals: [atMost(accepted?.p99Ms ?? Number.POSITIVE_INFINITY, 2000, ' ms p99')],
      },
      {
        ...byStatus[503],
        what: `the rest (${words}; ${withoutRetryAfter} without Retry-After)`,
        goals: [
          {
            text: '503 with Retry-After',
            isMet: withoutRetryAfter === 0 && rest.every(([status]) => status === '503'),
          },
        ],
      },
      { ...latenciesOf(reads), what: 'GET /orders meanwhile', goals: [atMost(reads.p99Ms, 1000, ' ms p99')] },
      { ...latenciesOf(health), what: 'GET /health meanwhile', goals: [atMost(health.p99Ms, 1000, ' ms p99')] },
    ];
  });
}
