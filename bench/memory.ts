// Memory of one process (API and worker) minute by minute under load, and what it keeps: `npm run bench -- memory --minutes 12`.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { assertDefined } from '../server/src/kit/assert-defined.ts';
import { freePort } from '../server/test/harness/free-port.ts';
import { load } from './ask.ts';
import { compareHeaps } from './memory/compare.ts';
import type { Asked, MemoryUse } from './memory/probe.ts';
import { orderRequests, root, type Scene, serviceEntry, serviceEnv, shopUrl } from './scene.ts';

const clients = 8;
const mib = (bytes: number) => (bytes / 2 ** 20).toFixed(0);

async function ask(service: ChildProcess, asked: Asked): Promise<MemoryUse> {
  service.send(asked);
  const [use]: MemoryUse[] = await once(service, 'message');
  return assertDefined(use);
}

async function startWatched(scene: Scene, port: number): Promise<ChildProcess> {
  const args = ['--expose-gc', '--import', './bench/memory/probe.ts', serviceEntry];
  const { ROLE: _, ...env } = serviceEnv(scene, 'api', shopUrl);
  const service = spawn(process.execPath, args, {
    cwd: root,
    env: {
      PATH: process.env.PATH ?? '',
      PORT: String(port),
      MASTER_KEYS: `bench:${Buffer.alloc(32, 7).toString('base64')}`,
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const isUp = () =>
    fetch(`http://127.0.0.1:${port}/health`).then(
      (answer) => answer.ok,
      () => false,
    );
  while (!(await isUp())) await pause(100);
  return service;
}

/** `perSecond` orders are sent, each with a key of its own, and bought and followed by the same process. */
export async function measureMemory(scene: Scene, minutes: number, perSecond: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'errand-heap-'));
  const port = await freePort();
  const service = await startWatched(scene, port);
  try {
    const requests = orderRequests(scene.accounts);
    const first = await ask(service, {});
    console.log(
      '| minute | orders so far | RSS MiB | heap MiB after collection | outside of the heap MiB |\n|--:|--:|--:|--:|--:|',
    );
    const tell = (minute: number, orders: number, use: MemoryUse) =>
      console.log(
        `| ${minute} | ${orders.toLocaleString('en')} | ${mib(use.rss)} | ${mib(use.heapUsed)} | ${mib(use.external)} |`,
      );
    tell(0, 0, first);
    let orders = 0;
    // Caches fill first. Taking a snapshot needs memory of its own, so the first one comes early and the rest of the time shows what is kept.
    const warm = Math.max(1, Math.min(5, Math.floor(minutes / 3)));
    for (let minute = 1; minute <= minutes; minute += 1) {
      const plan = {
        port,
        clients,
        seconds: 60,
        requests,
        status: 201,
        mayRefuse: true,
        pauseMs: (1000 * clients) / perSecond,
      };
      orders += (await load(plan)).count;
      tell(minute, orders, await ask(service, {}));
      if (minute === warm) await ask(service, { snapshot: join(folder, 'warm.heapsnapshot') });
    }
    await ask(service, { snapshot: join(folder, 'end.heapsnapshot') });
    const more = compareHeaps(join(folder, 'warm.heapsnapshot'), join(folder, 'end.heapsnapshot'), 12);
    console.log(
      `\nWhat the heap holds more of at the end than after ${warm} minutes:\n\n| what | objects | KiB |\n|---|--:|--:|`,
    );
    for (const { what, count, kib } of more) console.log(`| ${what.replaceAll('|', '/')} | ${count} | ${kib} |`);
  } finally {
    service.kill('SIGTERM');
    if (service.exitCode === null) await once(service, 'exit');
    rmSync(folder, { recursive: true, force: true });
  }
}
