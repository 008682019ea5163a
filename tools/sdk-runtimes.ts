// Orders with the packed client on every supported runtime and bundler, each from the npm registry.
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  firstOrderCommonJs,
  firstOrderModule,
  firstOrderProgram,
  firstOrderResult,
} from '../server/test/harness/first-order-program.ts';
import { startService } from './screenshots/service.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');
const system = `${process.platform}-${process.arch}`;
const deno = { 'linux-arm64': 'linux-arm64-glibc', 'linux-x64': 'linux-x64-glibc' }[system] ?? system;
const bun = process.arch === 'arm64' ? `${process.platform}-aarch64` : system;

interface Trial {
  name: string;
  /** npm packages. Each is installed alone: their installers conflict. */
  packages: string[];
  /** A program in node_modules, or `node`. */
  program: string;
  args: string[];
  result?: string;
}

const nodes = ['18.20.8', '20.20.2', '22.23.3'].flatMap((version): Trial[] =>
  ['first.mjs', 'first.cjs'].map((file) => ({
    name: `Node.js ${version}, ${file === 'first.mjs' ? 'import' : 'require'}`,
    packages: [`node-${system}@${version}`],
    program: `node-${system}/bin/node`,
    args: [file],
  })),
);

/**
 * A bundle for pages or Workers must be self-contained: it runs with fetch and Web Crypto and cannot import anything.
 */
const bundled = (name: string, program: string, packages: string[], args: string[]): Trial[] => [
  { name: `${name}, bundle for browsers`, packages, program, args, result: '' },
  { name: `${name}, what it built`, packages: [], program: 'node', args: [`run-${name}.mjs`] },
];

const programs: Record<string, string> = {
  'first.mjs': firstOrderProgram,
  'first.cjs': firstOrderCommonJs,
  'entry.mjs': firstOrderModule,
  'run-esbuild.mjs': "import { run } from './esbuild.mjs';\nconsole.log(await run(process.env.ERRAND_BASE_URL));\n",
  'run-webpack.mjs': "import { run } from './webpack.mjs';\nconsole.log(await run(process.env.ERRAND_BASE_URL));\n",
  'webpack.config.cjs': `module.exports = {
    mode: 'production', target: 'web', entry: './entry.mjs', stats: 'errors-only',
    performance: false, experiments: { outputModule: true },
    output: { path: __dirname, filename: 'webpack.mjs', library: { type: 'module' } },
  };\n`,
  'worker.mjs': `import { run } from './esbuild.mjs';
    export default { fetch: (request) => run(new URL(request.url).searchParams.get('at')).then((text) => new Response(text)) };\n`,
  'run-worker.mjs': `import { Miniflare } from 'miniflare';
    const worker = new Miniflare({
      compatibilityDate: '2026-07-01', modulesRoot: '.',
      modules: [{ type: 'ESModule', path: 'worker.mjs' }, { type: 'ESModule', path: 'esbuild.mjs' }],
    });
    const at = encodeURIComponent(process.env.ERRAND_BASE_URL);
    console.log(await (await worker.dispatchFetch('http://worker/?at=' + at)).text());
    await worker.dispose();\n`,
  'typed.ts': `import { createServer } from 'node:http';
    import { Errand, type Order, verifyWebhook } from '@errand/sdk';
    import { ErrandOperator } from '@errand/sdk/operator';
    import { readCsv } from '@errand/sdk/csv';
    const errand = new Errand({ baseUrl: 'http://127.0.0.1', apiKey: process.env.ERRAND_API_KEY });
    export const read = async (id: string): Promise<Order['status']> => (await errand.orders.get(id)).status;
    export const tasks = new ErrandOperator({ baseUrl: '' }).desk.listTasks();
    export const rows = readCsv(new Uint8Array());
    createServer(async ({ headers }, response) => {
      const event = await verifyWebhook({ payload: '', headers, secret: process.env.SECRET });
      if (event.type === 'order.placed') response.end(event.data.merchant_order_ids.join());
    });\n`,
};

const typed = ([module, resolution]: [string, string]): Trial => ({
  name: `TypeScript 5.4, moduleResolution ${resolution}`,
  packages: ['typescript@5.4.5', '@types/node@20'],
  program: 'typescript/bin/tsc',
  args: [
    ...['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--target', 'es2022', '--lib', 'es2022'],
    ...['--module', module, '--moduleResolution', resolution, 'typed.ts'],
  ],
  result: '',
});

const trials: Trial[] = [
  ...nodes,
  {
    name: 'Deno',
    packages: [`@deno/${deno}@2.9.5`],
    program: `@deno/${deno}/deno`,
    args: ['run', '--allow-net=127.0.0.1', '--allow-env=ERRAND_BASE_URL', '--no-lock', 'first.mjs'],
  },
  {
    name: 'Bun',
    packages: [`@oven/bun-${bun}@1.4.4`],
    program: `@oven/bun-${bun}/bin/bun`,
    args: ['run', 'first.mjs'],
  },
  ...bundled(
    'esbuild',
    'esbuild/bin/esbuild',
    ['esbuild@0.28.2'],
    [...['entry.mjs', '--bundle', '--platform=browser', '--format=esm', '--outfile=esbuild.mjs', '--log-level=error']],
  ),
  ...bundled('webpack', 'webpack-cli/bin/cli.js', ['webpack@5.112.2', 'webpack-cli@6'], ['-c', 'webpack.config.cjs']),
  { name: 'workerd (Cloudflare Workers)', packages: ['miniflare@4'], program: 'node', args: ['run-worker.mjs'] },
  ...(
    [
      ['commonjs', 'node10'],
      ['node16', 'node16'],
      ['esnext', 'bundler'],
    ] satisfies [string, string][]
  ).map(typed),
];

const folder = await mkdtemp(join(tmpdir(), 'errand-runtimes-'));
const service = await startService({ SANDBOX_TIME_SCALE: '0', RATE_LIMIT_PER_KEY: '0' });
const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];

async function attempt({ packages, program, args }: Trial, packed: string): Promise<string> {
  try {
    if (packages.length > 0) {
      await run('npm', ['install', '--no-save', ...packages, `./${packed}`, ...quiet], { cwd: folder });
    }
    const isOwn = program === 'node' || /\/(tsc|cli\.js|esbuild)$/.test(program);
    const file = join(folder, 'node_modules', program);
    const [command, ...given] = isOwn
      ? [process.execPath, ...(program === 'node' ? [] : [file]), ...args]
      : [file, ...args];
    const env = { PATH: process.env.PATH ?? '', HOME: folder, ERRAND_BASE_URL: service.url };
    return (await run(command ?? '', given, { cwd: folder, timeout: 60_000, env })).stdout.trim();
  } catch (error) {
    const { message, stdout } = Object(error);
    return `${message}\n${stdout ?? ''}`;
  }
}

let failed = 0;
try {
  await run(process.execPath, [join(root, 'tools', 'build-sdk.ts'), join(folder, 'built')]);
  await run('npm', ['pack', join(folder, 'built'), '--pack-destination', folder], { cwd: folder });
  const packed = (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? '';
  await writeFile(join(folder, 'package.json'), '{ "name": "shop", "private": true }');
  for (const [name, text] of Object.entries(programs)) await writeFile(join(folder, name), text);
  for (const trial of trials) {
    const said = await attempt(trial, packed);
    const isGood = said === (trial.result ?? firstOrderResult);
    if (!isGood) failed += 1;
    console.log(`${isGood ? 'ok    ' : 'FAILED'}  ${trial.name}${isGood ? '' : `: ${said}`}`);
  }
} finally {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
}
process.exit(failed === 0 ? 0 : 1);
