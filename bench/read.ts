import { sql } from 'kysely';
import { assertDefined } from '../server/src/kit/assert-defined.ts';
import { type Measured, measured, middle, ratioOf } from './accept.ts';
import { load } from './ask.ts';
import { atLeast } from './goals.ts';
import { type Row, type Scene, serviceEntry, serviceEnv, shopUrl, startProgram } from './scene.ts';

/** Reads of an order and its public tracking, compared with a bare Fastify route with one select. */
export async function measureReading(scene: Scene): Promise<Row[]> {
  const api = await startProgram(serviceEntry, serviceEnv(scene, 'api', shopUrl), '/health');
  const bare = await startProgram('bench/bare.ts', { DATABASE_URL: scene.postgres.url }, '/health');
  try {
    const orders = await someOrders(scene);
    const shared = { clients: scene.clients, seconds: scene.seconds, status: 200 };
    const get = (path: string, key: string | null) => ({ method: 'GET', path, key, body: null });
    const plans = {
      bare: { ...shared, port: bare.port, requests: orders.map(({ id }) => get(`/bare/${id}`, null)) },
      track: { ...shared, port: api.port, requests: orders.map(({ id }) => get(`/track/${id}`, null)) },
      order: { ...shared, port: api.port, requests: orders.map(({ id, key }) => get(`/orders/${id}`, key)) },
    };
    for (const plan of Object.values(plans)) await load({ ...plan, seconds: 1 });
    const pids = { bare: bare.pid, track: api.pid, order: api.pid };
    const seen: Record<keyof typeof plans, Measured[]> = { bare: [], track: [], order: [] };
    for (let round = 0; round < scene.rounds; round += 1) {
      for (const name of ['bare', 'track', 'order'] as const) {
        seen[name].push(await measured(scene, [pids[name]], () => load(plans[name])));
      }
    }
    const memoryMb = api.memoryMb();
    const ours = (what: string, results: Measured[]): Row => {
      const ratio = ratioOf(results, seen.bare);
      return { ...middle(results), what, memoryMb, ratio, goals: [atLeast(ratio, 0.6, ' of the bare route')] };
    };
    return [
      { ...middle(seen.bare), what: 'bare Fastify, one point select', memoryMb: bare.memoryMb() },
      ours('GET /track/{id}', seen.track),
      ours('GET /orders/{id}', seen.order),
    ];
  } finally {
    await bare.stop();
    await api.stop();
  }
}

async function someOrders({ database, accounts }: Scene): Promise<{ id: string; key: string }[]> {
  const keys = new Map(accounts.map(({ accountId, key }) => [accountId, key]));
  const { rows } = await sql<{ id: string; account_id: string }>`
    select id, account_id from orders order by id limit 500`.execute(database.db);
  return rows.map(({ id, account_id }) => ({ id, key: assertDefined(keys.get(account_id)) }));
}
