// Orders with the packed client on every supported runtime and bundler. Runtimes and tools come from the npm registry
// and stay in a cache. `npm run sdk:runtimes -- deno bun` runs only the rows with these words, and `--installed` only
// those whose runtime is in the cache.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
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
  /** npm packages that it needs. */
  packages: string[];
  /** A program in their node_modules, or `node`. */
  program: string;
  args: string[];
  result?: string;
  /** What has to run before it. */
  after?: string;
}

const nodes = ['18.20.8', '20.20.2', '22.23.3', '24.21.0'].flatMap((version): Trial[] =>
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
const bundled = (name: string, program: string, packages: string[], args: string[]): Trial[] => {
  const build = { name: `${name}, bundle for browsers`, packages, program, args, result: '' };
  return [
    build,
    { name: `${name}, what it built`, packages: [], program: 'node', args: [`run-${name}.mjs`], after: build.name },
  ];
};

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
  'run-worker.mjs': `import { createRequire } from 'node:module';
    const { Miniflare } = createRequire(process.env.TOOLS + '/')('miniflare');
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
    ...['--types', 'node', '--typeRoots', 'TOOLS/node_modules/@types'],
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
  {
    name: 'workerd (Cloudflare Workers)',
    packages: ['miniflare@4.20260730.0'],
    program: 'node',
    args: ['run-worker.mjs'],
    after: 'esbuild, bundle for browsers',
  },
  ...(
    [
      ['commonjs', 'node10'],
      ['node16', 'node16'],
      ['esnext', 'bundler'],
    ] satisfies [string, string][]
  ).map(typed),
];

const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
const cache = join(homedir(), '.cache', 'errand', 'runtimes');

const folderOf = (packages: string[]): string =>
  join(cache, createHash('sha256').update(packages.join()).digest('hex').slice(0, 12));

/**
 * The folder with these packages; null if the registry does not have them, or cannot be reached. Installed once, and
 * renamed when done, so that an interrupted installation does not count.
 */
async function install(packages: string[]): Promise<string | null> {
  const folder = folderOf(packages);
  if (existsSync(folder)) return folder;
  if (isOnlyInstalled) return null;
  await mkdir(cache, { recursive: true });
  const draft = await mkdtemp(`${folder}-`);
  try {
    await writeFile(join(draft, 'package.json'), '{ "private": true }');
    await run('npm', ['install', ...packages, ...quiet], { cwd: draft });
    await rename(draft, folder);
    return folder;
  } catch {
    return null;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function attempt({ program, args }: Trial, tools: string, folder: string, url: string): Promise<string> {
  try {
    const file = join(tools, 'node_modules', program);
    const given = args.map((arg) => arg.replace('TOOLS', tools));
    const isScript = /\/(tsc|cli\.js|esbuild)$/.test(program);
    const [command, ...all] =
      program === 'node'
        ? [process.execPath, ...given]
        : isScript
          ? [process.execPath, file, ...given]
          : [file, ...given];
    const env = { PATH: process.env.PATH ?? '', HOME: folder, ERRAND_BASE_URL: url, TOOLS: tools };
    return (await run(command ?? '', all, { cwd: folder, timeout: 60_000, env })).stdout.trim();
  } catch (error) {
    const { message, stdout } = Object(error);
    return `${message}\n${stdout ?? ''}`;
  }
}

/** The packed client in an empty project, with the programs that use it. */
async function prepare(folder: string): Promise<void> {
  await run(process.execPath, [join(root, 'tools', 'build-sdk.ts'), join(folder, 'built')]);
  await run('npm', ['pack', join(folder, 'built'), '--pack-destination', folder], { cwd: folder });
  const packed = (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? '';
  await writeFile(join(folder, 'package.json'), '{ "name": "shop", "private": true }');
  await run('npm', ['install', `./${packed}`, '--offline', ...quiet], { cwd: folder });
  for (const [name, text] of Object.entries(programs)) await writeFile(join(folder, name), text);
}

const isOnlyInstalled = process.argv.includes('--installed');
if (isOnlyInstalled && !trials.some(({ packages }) => packages.length > 0 && existsSync(folderOf(packages)))) {
  console.log('SKIPPED  the SDK on other runtimes: "npm run sdk:runtimes" installs them');
  process.exit(0);
}
const words = process.argv.slice(2).flatMap((word) => (word === '--installed' ? [] : [word.toLowerCase()]));
const isWanted = ({ name }: Trial) => words.some((word) => name.toLowerCase().includes(word));
const wanted = words.length === 0 ? trials : trials.filter(isWanted);
const needed = trials.filter((trial) => wanted.includes(trial) || wanted.some(({ after }) => after === trial.name));
const folder = await mkdtemp(join(tmpdir(), 'errand-runtimes-'));
const service = await startService({
  SANDBOX_TIME_SCALE: '0',
  RATE_LIMIT_PER_KEY: '0',
  SANDBOX_MINTS_PER_IP_PER_DAY: '100',
});
const leftOut = new Set<string>();
let failed = 0;
try {
  await prepare(folder);
  for (const trial of needed) {
    const tools = trial.packages.length > 0 ? await install(trial.packages) : folder;
    if (tools === null || leftOut.has(trial.after ?? '')) {
      leftOut.add(trial.name);
      console.log(`SKIPPED  ${trial.name}: it cannot be installed here`);
      continue;
    }
    const began = performance.now();
    const said = await attempt(trial, tools, folder, service.url);
    const isGood = said === (trial.result ?? firstOrderResult);
    if (!isGood) failed += 1;
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    console.log(`${isGood ? 'ok    ' : 'FAILED'}  ${trial.name}, ${seconds} s${isGood ? '' : `: ${said}`}`);
  }
} finally {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
}
process.exit(failed === 0 ? 0 : 1);
