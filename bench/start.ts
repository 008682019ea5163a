import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atMost } from './goals.ts';
import { median, type Row, type Scene, startProgram } from './scene.ts';

/** From process start to first response, with the embedded database. */
export async function measureStarting(scene: Scene): Promise<Row[]> {
  const fresh: number[] = [];
  const again: number[] = [];
  const memory: number[] = [];
  for (let round = 0; round < scene.rounds; round += 1) {
    const dataDir = await mkdtemp(join(tmpdir(), 'errand-start-'));
    // Under root, the database runs as another user, who needs access.
    await chmod(dataDir, 0o755);
    fresh.push((await start(dataDir)).ms);
    const second = await start(dataDir);
    again.push(second.ms);
    memory.push(second.memoryMb);
    await rm(dataDir, { recursive: true, force: true });
  }
  const row = (what: string, ms: number[], mostMs: number): Row => ({
    what,
    p50Ms: median(ms),
    p99Ms: Math.max(...ms),
    memoryMb: median(memory),
    goals: [atMost(median(ms), mostMs, ' ms')],
  });
  return [row('start to first response, new data folder', fresh, 3000), row('start to first response', again, 1000)];
}

async function start(dataDir: string): Promise<{ ms: number; memoryMb: number }> {
  // Like `npm start`.
  const env = { DATA_DIR: dataDir, LOG_LEVEL: 'warn', NODE_COMPILE_CACHE: 'node_modules/.cache/node' };
  const startedAt = performance.now();
  const program = await startProgram('server/start.mjs', env, '/health');
  const ms = performance.now() - startedAt;
  const memoryMb = program.memoryMb();
  await program.stop();
  return { ms, memoryMb };
}
