// Runs deploy/compose.yaml with the commands at its top and uses it for a while. Called in its own network namespace,
// see compose.ts.
import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { assertDefined } from '../../server/src/kit/assert-defined.ts';
import { messageOf } from '../../server/src/kit/fields.ts';
import { startProgram } from '../../server/test/drills/failover/processes.ts';
import { composeFile } from './compose.ts';
import { call, type Engine, limits, openEngine } from './engine.ts';
import { labelOf, mintKey, orderOnce, returnOnce } from './first-order.ts';
import { rightsOf, triedToWrite } from './look-inside.ts';

const [store = '', runtime = '', dockerCompose = ''] = process.argv.slice(2);
const socket = join(store, 'podman.sock');
const url = 'http://127.0.0.1:8080';
const healthyWithinMs = 60_000;
/** Podman mounts tmpfs at these paths of a read-only root. */
const alsoInMemory = ['/run', '/var/tmp'];

const text = readFileSync(composeFile, 'utf8');
/** The commands at the top of the file, one per line, and the one that adds workers. */
const [copyCommand, secretsCommand, upCommand] = [...text.matchAll(/^# {3}(\S.*)$/gm)].map(([, line]) => line);
const scaleCommand = /^# More workers: `(.*?)`/m.exec(text)?.[1]?.replace('=3', '=2');

interface Site {
  engine: Engine;
  /** The folder that compose.yaml is in. */
  folder: string;
  /** Runs a command in that folder. */
  type(command: string | undefined): Promise<string>;
}

const problems: string[] = [];
function expect(isSo: boolean, what: string): void {
  if (!isSo) problems.push(`It is not so that ${what}.`);
}

async function timed<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const began = performance.now();
  const result = await work();
  console.log(`${what}: ${Math.round((performance.now() - began) / 100) / 10} s`);
  return result;
}

const containersOf = async ({ engine }: Site, service?: string): Promise<string[]> => {
  const filter = service ? ['--filter', `label=com.docker.compose.service=${service}`] : [];
  const output = await engine.podman(['ps', '--all', '--format', '{{.Names}}', ...filter]);
  return output === '' ? [] : output.split('\n').sort();
};

/** Runs all health checks until stopped: without systemd, Podman has no timers for them. */
function requestSteadily(site: Site): { stop(): Promise<void> } {
  let isStopped = false;
  const asking = (async () => {
    while (!isStopped) {
      const names = await containersOf(site).catch(() => []);
      await Promise.all(names.map((name) => site.engine.podman(['healthcheck', 'run', name]).catch(() => {})));
      await pause(300);
    }
  })();
  return {
    stop: () => {
      isStopped = true;
      return asking;
    },
  };
}

const inspect = ({ engine }: Site, name: string, format: string): Promise<string> =>
  engine.podman(['inspect', '--format', format, name]);

/** Waits for every container with a health check. On failure, adds its logs. */
async function untilHealthy(site: Site): Promise<string[]> {
  const deadline = performance.now() + healthyWithinMs;
  const names = ['api', 'worker', 'postgres'].map((service) => containersOf(site, service));
  const all = (await Promise.all(names)).flat();
  for (const name of all) {
    while ((await inspect(site, name, '{{.State.Health.Status}}')) !== 'healthy') {
      if (performance.now() > deadline) throw new Error(`${name} is not healthy: ${await site.engine.logs(name)}`);
      await pause(250);
    }
  }
  return all;
}

function fillIn(file: string): void {
  const example = readFileSync(file, 'utf8');
  const settings = {
    PUBLIC_URL: url,
    MASTER_KEYS: `first:${Buffer.alloc(32, 7).toString('base64')}`,
    // The address at which a proxy on this machine appears, from the file.
    TRUSTED_PROXIES: /seen as ([\d.]+\d)/.exec(example)?.[1] ?? '',
    // Shows whether clients behind a proxy are told apart.
    SANDBOX_MINTS_PER_IP_PER_DAY: '1',
    // Parcels arrive after two seconds instead of fifteen.
    SANDBOX_TIME_SCALE: '0.1',
    LOG_LEVEL: 'warn',
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  writeFileSync(
    file,
    `${example.replace(/^(PUBLIC_URL|MASTER_KEYS|TRUSTED_PROXIES)=.*\n/gm, '')}${lines.join('\n')}\n`,
  );
}

const client = (address: string): Record<string, string> => ({ 'x-forwarded-for': address });

async function inspectContainer(site: Site, name: string): Promise<void> {
  const rights = await rightsOf(site.engine, name);
  const writes = await triedToWrite(site.engine, name, alsoInMemory);
  problems.push(...rights.problems, ...writes.problems);
  expect((await inspect(site, name, '{{.RestartCount}}')) === '0', `${name} was started once`);
}

/** Docker Compose prints each step. */
function expectOrder(output: string, first: string, then: string): void {
  const [one, other] = [output.indexOf(first), output.indexOf(then)];
  expect(one >= 0 && one < other, `"${first}" came before "${then}":\n${output}`);
}

async function live(site: Site): Promise<void> {
  const output = await timed('up', () => site.type(upCommand));
  expectOrder(output, 'postgres-1  Healthy', 'api-1  Starting');
  expectOrder(output, 'api-1  Healthy', 'worker-1  Starting');
  await timed('all healthy', () => untilHealthy(site));
  const order = await orderOnce(url, await mintKey(url, client('192.0.2.1')));
  console.log(`ordered: placed after ${order.placed} s, delivered after ${order.delivered} s`);
  await mintKey(url, client('192.0.2.2'));
  const again = await mintKey(url, client('192.0.2.2')).then(() => 'taken', messageOf);
  expect(again.includes(' answered 429'), `a proxy is believed who its clients are: a second key was ${again}`);

  const sent = await returnOnce(url, order);
  const label = await timed('label drawn and read', () => labelOf(url, sent));
  expect(label.text.startsWith('%PDF-'), `${label.link} is a PDF`);
  const [blobs = ''] = await containersOf(site, 'blobs');
  const kept = await site.engine.podman(['exec', blobs, 'find', '/blobs', '-type', 'f']);
  expect(kept.includes(basename(new URL(label.link).pathname)), `the label is in the store: ${kept}`);

  await timed('a second worker', () => site.type(scaleCommand));
  const all = await untilHealthy(site);
  expect((await containersOf(site, 'worker')).length === 2, 'there are two workers');
  const ours = all.filter((name) => !name.includes('postgres'));
  for (const name of ours) await inspectContainer(site, name);

  await timed('stopped', () => site.type('podman compose stop'));
  for (const name of ours)
    expect((await inspect(site, name, '{{.State.ExitCode}}')) === '0', `${name} ended by itself`);
  await site.type('podman compose down');
  expect((await containersOf(site)).length === 0, 'no container is left');
  await timed('up again', () => site.type(upCommand));
  const later = await labelOf(url, sent);
  expect(later.text === label.text, 'the label is the same after all containers were made anew');
  await orderOnce(url, order.headers);
}

async function liveShortly(site: Site): Promise<void> {
  await timed('up', () => site.type('podman-compose up -d'));
  await timed('all healthy', () => untilHealthy(site));
  await labelOf(url, await returnOnce(url, await orderOnce(url)));
}

/** After `down --volumes`, only a network is left, which podman-compose does not remove. */
async function remove(site: Site, program: string): Promise<void> {
  await site.type(`${program} down --volumes`);
  const left = [...(await containersOf(site)), await site.engine.podman(['volume', 'ls', '--quiet'])].filter(Boolean);
  expect(left.length === 0, `nothing is left: ${left.join(', ')}`);
}

/**
 * A folder like this repository's for the commands, and a `podman` that uses our store and has `compose`, like newer
 * versions.
 */
function prepare(engine: Engine): Site {
  const folder = join(store, 'site');
  const programs = join(store, 'programs');
  for (const each of [join(folder, 'deploy'), programs]) mkdirSync(each, { recursive: true });
  for (const name of ['compose.yaml', 'errand.env.example'])
    copyFileSync(join(dirname(composeFile), name), join(folder, 'deploy', name));
  const [, ...flags] = engine.podmanCommand([]);
  const script = `#!/bin/sh
if [ "$1" = compose ]; then shift; DOCKER_HOST=unix://${socket} exec ${dockerCompose} "$@"; fi
exec /usr/bin/podman ${flags.join(' ')} "$@"
`;
  writeFileSync(join(programs, 'podman'), script);
  chmodSync(join(programs, 'podman'), 0o755);
  const env = { ...process.env, PATH: `${programs}:${process.env.PATH}` };
  return {
    engine,
    folder: join(folder, 'deploy'),
    type: (command) => call('sh', ['-c', `exec 2>&1\n${assertDefined(command)}`], { cwd: join(folder, 'deploy'), env }),
  };
}

async function removeAll({ engine }: Site): Promise<void> {
  await engine.podman(['rm', '--all', '--force', '--time', '2', '--volumes']);
  await engine.podman(['volume', 'prune', '--force']);
  await engine.podman(['network', 'prune', '--force']);
}

/** A machine that cannot raise its own limits cannot give containers higher ones. */
function lowerLimits(): void {
  const names = limits.filter((each) => each !== '--ulimit').map((each) => `"${each}"`);
  const file = join(store, 'containers.conf');
  writeFileSync(file, `[containers]\ndefault_ulimits = [${names.join(', ')}]\n`);
  process.env.CONTAINERS_CONF = file;
}

async function drill(site: Site): Promise<void> {
  await site.type(`cd .. && ${assertDefined(copyCommand)}`);
  fillIn(join(site.folder, 'errand.env'));
  await site.type(secretsCommand);
  console.log(`With ${(await site.type('podman compose version')).trim()}:`);
  await live(site);
  await remove(site, 'podman compose');
  console.log('With podman-compose:');
  await liveShortly(site);
  await remove(site, 'podman-compose');
}

// As in the drill: Ctrl-C ends the awaited program, and everything is removed.
process.on('SIGINT', () => {});
lowerLimits();
const engine = openEngine(store);
engine.runtime = runtime;
const site = prepare(engine);
await removeAll(site);
const [podman = '', ...args] = engine.podmanCommand(['system', 'service', '--time', '0', `unix://${socket}`]);
const service = startProgram(podman, args, join(store, 'service.log'));
const timers = requestSteadily(site);
try {
  await drill(site);
} catch (error) {
  problems.push(messageOf(error));
  for (const name of await containersOf(site)) problems.push(`${name} output: ${await engine.logs(name)}`);
} finally {
  await timers.stop();
  await removeAll(site);
  await service.end();
}
for (const problem of problems) console.log(`- ${problem}`);
if (problems.length > 0) process.exitCode = 1;
