import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createSeenFile, readSeen } from './index.ts';

it('is held by several processes on one folder, even if all have PID 1 in containers', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'seen-'));
  const problems: unknown[] = [];
  const seen = { id: 'a', systemIdentifier: '1', timeline: '00000001', flushed: 0 };
  const keepers = Array.from({ length: 4 }, () => createSeenFile(dataDir, (error) => problems.push(error)));
  try {
    for (let flushed = 1; flushed <= 300; flushed += 1) {
      for (const keep of keepers) keep({ ...seen, flushed });
      await turn();
    }
    await expect.poll(() => [readSeen(dataDir)?.flushed, ...readdirSync(dataDir)]).toEqual([300, 'database-seen.json']);
    expect(problems).toEqual([]);
  } finally {
    rmSync(dataDir, { recursive: true });
  }
});
