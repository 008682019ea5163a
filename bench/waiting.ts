import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { assertDefined } from '../server/src/kit/assert-defined.ts';
import { fieldsOf } from '../server/src/kit/fields.ts';
import { type Measured, measured, middle, ratioOf } from './accept.ts';
import { load } from './ask.ts';
import { cpuMs } from './cpu.ts';
import { orderBody, type Program, type Row, type Scene, withApi } from './scene.ts';

const waitersCount = 1000;
const waitSeconds = 25;

/** (g) A thousand clients that wait for an order to change, and those who read orders beside them. */
export async function measureWaiting(scene: Scene): Promise<Row[]> {
  return withApi(scene, async (api) => {
    const { key } = assertDefined(scene.accounts[0]);
    const ids = await placeOrders(api.url, key, waitersCount);
    const read = { method: 'GET', path: `/orders/${ids[0]}`, key, body: null };
    const plan = { port: api.port, clients: scene.clients, seconds: scene.seconds, requests: [read], status: 200 };
    await load(plan);
    const alone: Measured[] = [];
    const beside: Measured[] = [];
    const grownMb: number[] = [];
    for (let round = 0; round < scene.rounds; round += 1) {
      alone.push(await measured(scene, [api.pid], () => load(plan)));
      const before = residentMb(api);
      const waiters = await openWaiters(api, key, ids);
      // Before the load, whose own garbage would be counted in.
      grownMb.push(residentMb(api) - before);
      beside.push(await measured(scene, [api.pid], () => load(plan)));
      const answered = waiters.filter(({ isAnswered }) => isAnswered()).length;
      for (const { socket } of waiters) socket.destroy();
      if (answered > 0) throw new Error(`${answered} of those who should wait were answered.`);
      await pause(500);
    }
    const most = Math.max(...grownMb);
    return [
      { ...middle(alone), what: 'GET /orders/{id}' },
      {
        ...middle(beside),
        what: `the same beside ${waitersCount} clients that wait (memory: what they add)`,
        memoryMb: Math.round(most),
        ratio: ratioOf(beside, alone),
        target: 'under 50 MiB more; no slower',
      },
    ];
  });
}

/** What the process has in memory now. */
function residentMb({ pid }: Program): number {
  const kib = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kib) / 1024;
}

async function placeOrders(url: string, key: string, count: number): Promise<string[]> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const place = async (): Promise<string> => {
    const answer = await fetch(`${url}/orders`, { method: 'POST', headers, body: JSON.stringify(orderBody) });
    if (answer.status !== 201) throw new Error(`An order was refused: ${await answer.text()}`);
    return String(fieldsOf(await answer.json()).id);
  };
  const ids: string[] = [];
  while (ids.length < count) ids.push(...(await Promise.all(Array.from({ length: 50 }, place))));
  return ids;
}

interface Waiter {
  socket: Socket;
  isAnswered(): boolean;
}

/** Every client has been asked whose order it is, and waits: that shows in the process doing next to nothing. */
async function untilIdle(pid: number): Promise<void> {
  for (let quiet = 0, looks = 0; quiet < 3 && looks < 80; looks += 1) {
    const before = cpuMs([pid]);
    await pause(200);
    quiet = cpuMs([pid]) - before <= 40 ? quiet + 1 : 0;
  }
}

async function openWaiters({ port, pid }: Program, key: string, ids: string[]): Promise<Waiter[]> {
  const open = (id: string): Promise<Waiter> =>
    new Promise((resolve, reject) => {
      let hasAnswer = false;
      const socket = connect({ port, host: '127.0.0.1' });
      socket.once('error', reject).on('data', () => {
        hasAnswer = true;
      });
      const path = `/orders/${id}?wait_seconds=${waitSeconds}`;
      const request = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${key}\r\n\r\n`;
      socket.once('connect', () => socket.write(request, () => resolve({ socket, isAnswered: () => hasAnswer })));
    });
  const waiters: Waiter[] = [];
  for (let from = 0; from < ids.length; from += 100) {
    waiters.push(...(await Promise.all(ids.slice(from, from + 100).map(open))));
  }
  await untilIdle(pid);
  return waiters;
}
