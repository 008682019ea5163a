// Builds the image of deploy/Containerfile and runs it like deploy/kubernetes.yaml: migration, API, worker, and an
// order through both. With --compose, also runs deploy/compose.yaml.
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { messageOf } from '../server/src/kit/fields.ts';
import { freePort } from '../server/test/harness/free-port.ts';
import { refuseWhereNoNetwork, runCompose } from './container/compose.ts';
import {
  CannotRunHere,
  cannotRunHereCode,
  chooseRuntime,
  type Engine,
  forgetStore,
  limits,
  makeStore,
  openEngine,
  refuseWhereNotPossible,
} from './container/engine.ts';
import { orderOnce, pageProblems } from './container/first-order.ts';
import {
  addChromium,
  baseName,
  buildImage,
  isBaseThere,
  makeBase,
  megabytesOf,
  pullBase,
  sizeOf,
  userProblems,
} from './container/image.ts';
import { loadedPackages, openPage, rightsOf, triedToWrite } from './container/look-inside.ts';
import { type Part, partOf } from './container/manifests.ts';
import { startDebianPostgres } from './debian-postgres.ts';

const usage = `Usage: npm run container-drill -- [--pull] [--chromium] [--compose] [--store <folder>]

  Makes an image like the base of deploy/Containerfile (a small Debian, the pinned Node, npm), builds the container file on it with Buildah,
  and runs it with Podman. Needs root, and the Debian packages buildah, podman, runc and postgresql; ends with ${cannotRunHereCode} where this machine cannot.
  --pull takes the real base from its registry instead, --chromium also tries deploy/Containerfile.chromium (and needs debootstrap),
  --compose also runs deploy/compose.yaml (and needs podman-compose, netavark, aardvark-dns, iproute2 and iptables),
  --store keeps the base and the layers in a folder for the next run.
`;

const image = 'localhost/errand-drill';
const volume = 'errand-drill-data';
const settingsExample = join(import.meta.dirname, '..', 'deploy', 'errand.env.example');
const healthyWithinMs = 60_000;

const seconds = (began: number): number => Math.round((performance.now() - began) / 100) / 10;

async function timed<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const began = performance.now();
  const result = await work();
  console.log(`${what}: ${seconds(began)} s`);
  return result;
}

interface Running {
  name: string;
  part: Part;
  /** The manifest's ports on this machine. */
  ports: Record<number, number>;
}

const flagsOf = (part: Part, env: Record<string, string>): string[] => [
  ...['--network', 'host', ...limits, ...part.args],
  // Its empty settings must count as unset.
  ...['--env-file', settingsExample],
  ...Object.entries({ ...part.env, ...env }).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
];

async function migrate(engine: Engine, env: Record<string, string>): Promise<void> {
  const part = partOf('errand-migrate', volume);
  const [program = '', ...args] = part.command;
  console.log(await engine.podman(['run', '--rm', ...flagsOf(part, env), '--entrypoint', program, image, ...args]));
}

async function start(engine: Engine, role: string, env: Record<string, string>): Promise<Running> {
  const name = `errand-drill-${role}`;
  const ports = { 8080: await freePort(), 9464: await freePort() };
  const part = partOf(`errand-${role}`, volume);
  const own = {
    PUBLIC_URL: `http://127.0.0.1:${ports[8080]}`,
    ...env,
    PORT: String(ports[8080]),
    METRICS_PORT: String(ports[9464]),
  };
  await engine.podman(['run', '--detach', '--name', name, ...flagsOf(part, own), image]);
  return { name, part, ports };
}

/** Runs the image's health check, like an engine with timers. */
async function untilHealthy(engine: Engine, { name }: Running): Promise<void> {
  const deadline = performance.now() + healthyWithinMs;
  for (;;) {
    const why = await engine.podman(['healthcheck', 'run', name]).then(() => null, messageOf);
    if (why === null) return;
    const isRunning = (await engine.podman(['inspect', '--format', '{{.State.Running}}', name])) === 'true';
    if (!isRunning || performance.now() > deadline) throw new Error(`${why}\n${await engine.logs(name)}`);
    await pause(250);
  }
}

async function probeProblems({ name, part, ports }: Running): Promise<string[]> {
  const asked = part.probes.map(async ({ httpGet }) => {
    const url = `http://127.0.0.1:${ports[Number(httpGet?.port)]}${httpGet?.path}`;
    const answer = await fetch(url, { signal: AbortSignal.timeout(3_000) });
    return answer.ok ? [] : [`${name}: the probe ${httpGet?.path} was answered ${answer.status}`];
  });
  return (await Promise.all(asked)).flat();
}

/** Sends SIGTERM, as container engines do first. */
async function stop(engine: Engine, { name }: Running): Promise<string[]> {
  await timed(`${name} stopped`, () => engine.podman(['stop', '--time', '30', name]));
  const code = await engine.podman(['inspect', '--format', '{{.State.ExitCode}}', name]);
  return code === '0' ? [] : [`${name} ended with ${code}: ${await engine.logs(name)}`];
}

async function inspectContainer(engine: Engine, running: Running): Promise<string[]> {
  const { name } = running;
  const rights = await rightsOf(engine, name);
  const writes = await triedToWrite(engine, name);
  if (rights.problems.length === 0) console.log(`${name} ${rights.output}`);
  if (writes.problems.length === 0)
    console.log(`${name} tried to write into ${writes.folders} folders: only /data, /tmp and shared memory took it`);
  return [...(await probeProblems(running)), ...rights.problems, ...writes.problems];
}

/** `errand` in the running container, on its settings and database. */
async function commandProblems(engine: Engine, { name }: Running): Promise<string[]> {
  const file = '/data/drill.errand';
  const asked = [
    { args: ['upgrade', '--check'], says: 'The database is up to date' },
    { args: ['backup', file], says: `Backed up to ${file}` },
    { args: ['doctor', '--json'], says: '"findings"' },
  ];
  const problems: string[] = [];
  for (const { args, says } of asked) {
    const output = await engine.podman(['exec', name, 'errand', ...args]).catch(messageOf);
    if (!output.includes(says)) problems.push(`errand ${args.join(' ')} in ${name} output: ${output}`);
  }
  return problems;
}

async function run(engine: Engine, databaseUrl: string): Promise<string[]> {
  const env = {
    DATABASE_URL: databaseUrl,
    MASTER_KEYS: `drill:${Buffer.alloc(32, 7).toString('base64')}`,
    LOG_LEVEL: 'warn',
    // Parcels arrive after two seconds instead of fifteen.
    SANDBOX_TIME_SCALE: '0.1',
  };
  await timed('migrated', () => migrate(engine, env));
  const began = performance.now();
  const api = await start(engine, 'api', env);
  await untilHealthy(engine, api);
  console.log(`API healthy: ${seconds(began)} s`);
  const url = `http://127.0.0.1:${api.ports[8080]}`;
  const worker = await start(engine, 'worker', { ...env, PUBLIC_URL: url });
  await timed('worker healthy', () => untilHealthy(engine, worker));
  const order = await orderOnce(url);
  console.log(`ordered: placed after ${order.placed} s, delivered after ${order.delivered} s`);
  const packages = await loadedPackages(engine, api.name);
  console.log(`${packages.loaded} packages can be loaded`);
  return [
    ...(await commandProblems(engine, api)),
    ...(await userProblems(engine, image)),
    ...(await pageProblems(url)),
    ...packages.problems,
    ...(await inspectContainer(engine, api)),
    ...(await inspectContainer(engine, worker)),
    ...(await stop(engine, worker)),
    ...(await stop(engine, api)),
  ];
}

async function tryChromium(engine: Engine): Promise<void> {
  const name = `${image}-chromium`;
  await timed('image with Chromium built', () => addChromium(engine, image, name));
  console.log(`${await megabytesOf(engine, name)} MB`);
  const flags = [...flagsOf(partOf('errand-worker', volume), {}), '--cap-add', 'SYS_CHROOT'];
  const node = ['--entrypoint', 'node', name, '--input-type=module', '--eval', openPage];
  const output = await engine.podman(['run', '--rm', ...flags, ...node]);
  if (output !== 'Errand') throw new Error(`Chromium showed "${output}".`);
  console.log('Chromium opened a page, in its sandbox');
}

/** After this, any failure is the image's fault, not the machine's. */
async function prepare(engine: Engine, { pull, chromium }: Flags): Promise<void> {
  const kind = chromium ? 'whole' : 'small';
  if (pull) await timed('base fetched', () => pullBase(engine));
  else if (await isBaseThere(engine, kind)) console.log('The base was made before.');
  else await timed('base made', () => makeBase(engine, kind));
  await chooseRuntime(engine, baseName);
  console.log(`Containers are started by Podman with ${engine.runtime}.`);
}

async function build(engine: Engine, layers: boolean): Promise<void> {
  await timed('image built', () => buildImage(engine, image, { layers }));
  const size = await sizeOf(engine, image);
  console.log(`${size.megabytes} MB, ${size.baseMegabytes} of it the base. The largest parts of the rest, in MB:`);
  console.log(size.parts.map(([path, megabytes]) => `  ${megabytes}  ${path}`).join('\n'));
}

async function removeLeftovers(engine: Engine): Promise<void> {
  await engine.podman(['rm', '--force', '--ignore', '--time', '2', 'errand-drill-api', 'errand-drill-worker']);
  await engine.podman(['volume', 'rm', '--force', volume]).catch(() => {});
}

async function drill(kept: string | undefined, flags: Flags): Promise<void> {
  refuseWhereNotPossible(flags.chromium && !flags.pull);
  if (flags.compose) refuseWhereNoNetwork();
  const store = kept ?? (await makeStore(flags));
  const engine = openEngine(store);
  const postgres = await startDebianPostgres(undefined, await freePort());
  try {
    if (!postgres) throw new CannotRunHere('No PostgreSQL server is installed here (apt-get install postgresql).');
    await prepare(engine, flags);
    await build(engine, kept !== undefined);
    await removeLeftovers(engine);
    const problems = await run(engine, postgres.url);
    if (flags.chromium) await tryChromium(engine);
    if (flags.compose)
      problems.push(...(await timed('compose file run', () => runCompose(engine, store, image, postgres.bin))));
    for (const problem of problems.slice(0, 20)) console.log(`- ${problem}`);
    console.log(problems.length === 0 ? 'Sound.' : `${problems.length} problems.`);
    if (problems.length > 0) process.exitCode = 1;
  } finally {
    // If this fails too, the reason was already reported.
    await removeLeftovers(engine).catch(() => {});
    await postgres?.stop();
    if (kept === undefined) await forgetStore(store);
  }
}

type Flags = Record<'pull' | 'chromium' | 'compose', boolean>;
const flag = { type: 'boolean', default: false } as const;
const { values } = parseArgs({
  options: { pull: flag, chromium: flag, compose: flag, store: { type: 'string' }, help: flag },
});
// Ctrl-C ends the program that is waited for, and with it the drill, which then cleans up.
process.on('SIGINT', () => {});
if (values.help) console.log(usage);
else
  await drill(values.store === undefined ? undefined : resolve(values.store), values).catch((error) => {
    if (!(error instanceof CannotRunHere)) throw error;
    console.log(error.message);
    process.exitCode = cannotRunHereCode;
  });
