import { setTimeout as pause } from 'node:timers/promises';
import { existing } from '../server/src/kit/existing.ts';
import { flood, load } from './ask.ts';
import { orderBody, type Row, type Scene, serviceEntry, serviceEnv, shopUrl, startProgram } from './scene.ts';

const times = 3;

/** (i) Three times as many orders as it can take: which are accepted, how long those take, and what readers feel meanwhile. */
export async function measureOverload(scene: Scene): Promise<Row[]> {
  const api = await startProgram(serviceEntry, serviceEnv(scene, 'api', shopUrl), '/health');
  try {
    const body = JSON.stringify({ ...orderBody, idempotency_key: '@unique@' });
    const orders = scene.accounts.map(({ key }) => ({ method: 'POST', path: '/orders', key, body }));
    const { port } = api;
    const most = { port, clients: scene.clients, seconds: scene.seconds, requests: orders, status: 201 };
    await load({ ...most, seconds: 2 });
    const capacity = await load(most);
    const { key } = existing(scene.accounts[0]);
    const asks = (path: string) => ({
      ...{ port, clients: 1, seconds: scene.seconds, status: 200, pauseMs: 25 },
      requests: [{ method: 'GET', path, key, body: null }],
    });
    const perSecond = times * capacity.perSecond;
    const flooded = flood({ port, perSecond, seconds: scene.seconds + 1, requests: orders, connectionsMost: 3000 });
    await pause(500);
    const [reads, health] = await Promise.all([load(asks('/orders?limit=1')), load(asks('/health'))]);
    const { sent, notSent, byStatus, withoutRetryAfter } = await flooded;
    const none = { perSecond: null, cpuMs: null, p50Ms: null, p99Ms: null, memoryMb: null, ratio: null };
    const accepted = byStatus[201];
    const rest = Object.entries(byStatus).filter(([status]) => status !== '201');
    const words = rest.map(([status, { count }]) => `${count} × ${status}`).join(', ');
    return [
      { ...none, ...capacity, what: 'POST /orders at its limit', target: '' },
      {
        ...none,
        ...accepted,
        what: `${sent} orders at ${times} times that (${notSent} not sent): the ${accepted?.count ?? 0} accepted`,
        perSecond: (accepted?.count ?? 0) / (scene.seconds + 1),
        memoryMb: api.memoryMb(),
        target: 'p99 under 2,000 ms',
      },
      {
        ...none,
        ...byStatus[503],
        what: `the rest (${words}; ${withoutRetryAfter} without Retry-After)`,
        target: '503 with Retry-After',
      },
      { ...none, ...reads, what: 'GET /orders meanwhile', perSecond: null, target: 'under 1,000 ms' },
      { ...none, ...health, what: 'GET /health meanwhile', perSecond: null, target: 'under 1,000 ms' },
    ];
  } finally {
    await api.stop();
  }
}
