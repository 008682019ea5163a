import { setTimeout as pause } from 'node:timers/promises';
import { assertDefined } from '../server/src/kit/assert-defined.ts';
import { load } from './ask.ts';
import { atMost } from './goals.ts';
import { type Account, bulkRow, median, type Row, type Scene, withApi } from './scene.ts';

const callers = 10;
const bytesMax = 16 * 1024 * 1024;

/** A file of ten thousand rows, as large as allowed. */
function largest(): string {
  const filler = 'x'.repeat(Math.floor((bytesMax - 3_000_000) / 10_000));
  const rows = Array.from({ length: 10_000 }, (_, index) => ({ ...bulkRow, reference: String(index), filler }));
  return JSON.stringify({ rows });
}

/** Sends the largest body as often as the rate limit allows. */
async function sendWhile(url: string, { key }: Account, body: string, isOn: () => boolean, answered: number[]) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  while (isOn()) {
    const response = await fetch(`${url}/orders/bulk/validate`, { method: 'POST', headers, body }).catch(() => null);
    await response?.arrayBuffer();
    answered.push(response?.status ?? 0);
    if (response?.status !== 200) await pause(1000 * Number(response?.headers.get('retry-after') ?? 1));
  }
}

/** Reads by one caller while ten others send the largest bodies. */
export async function measureBodies(scene: Scene): Promise<Row[]> {
  const limits = { RATE_LIMIT_PER_KEY: '50' };
  return withApi(
    scene,
    async (api) => {
      const { key } = assertDefined(scene.accounts[0]);
      const read = { method: 'GET', path: '/wallet', key, body: null };
      // One request at a time, like a single careful caller.
      const plan = { port: api.port, clients: 1, seconds: scene.seconds, requests: [read], status: 200, pauseMs: 25 };
      await load(plan);
      const alone = await load(plan);
      const body = largest();
      const answered: number[] = [];
      let isOn = true;
      const senders = scene.accounts
        .slice(1, callers + 1)
        .map((account) => sendWhile(api.url, account, body, () => isOn, answered));
      await pause(1000);
      const rounds = [];
      for (let round = 0; round < scene.rounds; round += 1) rounds.push(await load(plan));
      isOn = false;
      await Promise.all(senders);
      const p99Ms = median(rounds.map((round) => round.p99Ms));
      const p50Ms = median(rounds.map((round) => round.p50Ms));
      const counts = [200, 429, 503].map((status) => `${answered.filter((one) => one === status).length} × ${status}`);
      return [
        { what: 'GET /wallet of one caller', p50Ms: alone.p50Ms, p99Ms: alone.p99Ms },
        {
          what: `the same beside ${callers} that validate files of 16 MiB (${counts.join(', ')})`,
          p50Ms,
          p99Ms,
          memoryMb: api.memoryMb(),
          ratio: p99Ms / alone.p99Ms,
          goals: [atMost(p99Ms, 100, ' ms p99')],
        },
      ];
    },
    limits,
  );
}
