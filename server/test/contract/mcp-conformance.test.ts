import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fixtures } from '../harness/mcp-fixtures.ts';
import { startSystem, type TestSystem } from '../harness/system.ts';

const referee = fileURLToPath(
  new URL('../../../node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url),
);

let system: TestSystem;
let folder: string;
beforeAll(async () => {
  system = await startSystem({ extendMcp: fixtures });
  folder = await mkdtemp(join(tmpdir(), 'errand-mcp-'));
});
afterAll(async () => {
  await system.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The public conformance suite, as its authors wrote it, against our endpoint. */
function judge(revision: string): Promise<{ code: number; output: string }> {
  const args = [referee, 'server', '--url', `${system.url}/mcp`, '--requirements', revision];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: folder, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, output: stdout + stderr }),
    );
  });
}

it.each(['2026-07-28', '2025-11-25'])(
  'the public suite passes at revision %s',
  { timeout: 120_000 },
  async (revision) => {
    const { code, output } = await judge(revision);
    expect(code, output.slice(-6000)).toBe(0);
  },
);
