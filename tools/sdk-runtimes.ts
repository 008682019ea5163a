// Orders with the packed client on the runtimes that it promises to run on: the oldest Node.js, Deno and Bun, each from the npm registry.
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { firstOrderProgram, firstOrderResult } from '../server/test/harness/first-order-program.ts';
import { startService } from './screenshots/service.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');
const system = `${process.platform}-${process.arch}`;
const deno = { 'linux-arm64': 'linux-arm64-glibc', 'linux-x64': 'linux-x64-glibc' }[system] ?? system;
const bun = process.arch === 'arm64' ? `${process.platform}-aarch64` : system;

interface Runtime {
  name: string;
  /** What npm installs, and where the program is in it; their own installers would run on one another. */
  packages: string;
  program: string;
  args: string[];
}
const runtimes: Runtime[] = [
  { name: 'Node.js 18', packages: `node-${system}@18.20.8`, program: `node-${system}/bin/node`, args: [] },
  {
    name: 'Deno',
    packages: `@deno/${deno}@2.9.5`,
    program: `@deno/${deno}/deno`,
    args: ['run', '--allow-net=127.0.0.1', '--allow-env=ERRAND_BASE_URL', '--no-lock'],
  },
  { name: 'Bun', packages: `@oven/bun-${bun}@1.4.4`, program: `@oven/bun-${bun}/bin/bun`, args: ['run'] },
];

const folder = await mkdtemp(join(tmpdir(), 'errand-runtimes-'));
const service = await startService({ SANDBOX_TIME_SCALE: '0', RATE_LIMIT_PER_KEY: '0' });
let failed = 0;
try {
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await run(process.execPath, [join(root, 'tools', 'build-sdk.ts'), join(folder, 'built')]);
  await run('npm', ['pack', join(folder, 'built'), '--pack-destination', folder], { cwd: folder });
  const packed = (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? '';
  await writeFile(join(folder, 'package.json'), '{ "name": "shop", "private": true, "type": "module" }');
  await writeFile(join(folder, 'first.js'), firstOrderProgram);
  await run('npm', ['install', `./${packed}`, ...quiet], { cwd: folder });
  for (const { name, packages, program: file, args } of runtimes) {
    const said = await run('npm', ['install', '--no-save', packages, `./${packed}`, ...quiet], { cwd: folder })
      .then(() =>
        run(join(folder, 'node_modules', file), [...args, 'first.js'], {
          cwd: folder,
          timeout: 60_000,
          env: { PATH: process.env.PATH ?? '', HOME: folder, ERRAND_BASE_URL: service.url },
        }),
      )
      .then(({ stdout }) => stdout.trim())
      .catch((error: Error) => error.message);
    const isGood = said === firstOrderResult;
    if (!isGood) failed += 1;
    console.log(`${isGood ? 'ok    ' : 'FAILED'}  ${name}${isGood ? '' : `: ${said}`}`);
  }
} finally {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
}
process.exit(failed === 0 ? 0 : 1);
