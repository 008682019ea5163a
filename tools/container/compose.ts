import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { assertDefined } from '../../server/src/kit/assert-defined.ts';
import { fieldsOf, textOf } from '../../server/src/kit/fields.ts';
import { isInstalled } from '../../server/test/drills/failover/processes.ts';
import { CannotRunHere, call, type Engine, orCannotRunHere } from './engine.ts';
import { makeBlobs, makePostgres } from './stand-ins.ts';

export const composeFile = join(import.meta.dirname, '..', '..', 'deploy', 'compose.yaml');
const program = join(import.meta.dirname, 'compose-run.ts');
/** Five times the duration on two busy cores. */
const runWaitMs = 5 * 60_000;

/** Debian 12 has the discontinued Docker Compose 1; this is Debian 13's version. */
const dockerCompose = {
  version: '2.26.1-4',
  sha256: {
    arm64: 'bbafaa666f3e7fa00ad36f2a8bab889f1c791ca8743d674e7267a3d07203869c',
    amd64: '47681197cb2b1ab88206b42a1a92fc75f50d9530a6322d03494a473eed0408ea',
  },
};

async function fetchDockerCompose(store: string): Promise<string> {
  const { version, sha256 } = dockerCompose;
  const folder = join(store, `docker-compose-${version}`);
  const binary = join(folder, 'usr/libexec/docker/cli-plugins/docker-compose');
  if (existsSync(binary)) return binary;
  const architecture = await call('dpkg', ['--print-architecture']);
  const expected = architecture === 'arm64' || architecture === 'amd64' ? sha256[architecture] : undefined;
  const mirrors = await call('apt-get', ['indextargets', '--format', '$(REPO_URI)', 'Created-By: Packages']);
  const mirror = mirrors.split('\n').find((each) => /\/debian\/$/.test(each));
  if (!expected || !mirror) throw new Error('There is no package of it for this machine.');
  const file = `pool/main/d/docker-compose/docker-compose_${version}_${architecture}.deb`;
  const answer = await fetch(new URL(file, mirror), { signal: AbortSignal.timeout(60_000) });
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (createHash('sha256').update(bytes).digest('hex') !== expected) throw new Error(`${file} is not what it was.`);
  mkdirSync(folder);
  writeFileSync(join(store, 'docker-compose.deb'), bytes);
  await call('dpkg-deb', ['--extract', join(store, 'docker-compose.deb'), folder]);
  return binary;
}

const imageOf = (service: string): string => {
  const { services } = fieldsOf(parse(readFileSync(composeFile, 'utf8'), { merge: true }));
  return assertDefined(textOf(fieldsOf(fieldsOf(services)[service]).image));
};

/** Checks what containers in their own network need. */
export function refuseWhereNoNetwork(): void {
  const missing = [
    ...['ip', 'unshare', 'iptables', 'podman-compose'].filter((each) => !isInstalled(each)),
    ...['netavark', 'aardvark-dns'].filter((each) => !existsSync(join('/usr/lib/podman', each))),
  ];
  if (missing.length > 0) throw new CannotRunHere(`Not installed: ${missing.join(', ')}.`);
}

/**
 * Runs deploy/compose.yaml unchanged with a prebuilt image. Other images it names are built here, because no registry
 * is reachable. A network namespace keeps its ports free and removes its traces.
 */
export async function runCompose(engine: Engine, store: string, image: string, postgresBin: string): Promise<string[]> {
  console.log(
    'deploy/compose.yaml runs as it is, in a network namespace. Its image is built already; Podman is asked by the drill for',
  );
  console.log(
    'the health of containers, with limits that this machine may set; PostgreSQL is its own, the store of labels a small one.',
  );
  const standIns = [imageOf('postgres'), imageOf('blobs')];
  await engine.podman(['tag', image, imageOf('api')]);
  try {
    await makePostgres(engine, assertDefined(standIns[0]), postgresBin);
    await makeBlobs(engine, assertDefined(standIns[1]));
    const binary = await orCannotRunHere('Docker Compose cannot be had from Debian.', () => fetchDockerCompose(store));
    // A resolver that refuses right away: nothing answers in the namespace, and a pending query blocks others.
    const names = join(store, 'resolv.conf');
    writeFileSync(names, 'nameserver 192.0.2.53\n');
    const setUp = [
      'ip link set lo up',
      'ip address add 192.0.2.53/32 dev lo',
      `mount --bind ${names} /etc/resolv.conf`,
      // Podman's DNS server is shared by the whole machine, and would serve our names to other networks.
      'mkdir -p /run/containers/networks',
      'mount -t tmpfs tmpfs /run/containers/networks',
      'exec "$@"',
    ].join(' && ');
    const inside = ['sh', '-c', setUp, 'sh', process.execPath, program];
    const args = ['--net', '--mount', ...inside, store, assertDefined(engine.runtime), binary];
    const { status } = spawnSync('unshare', args, { stdio: ['ignore', 'inherit', 'inherit'], timeout: runWaitMs });
    return status === 0 ? [] : ['deploy/compose.yaml does not run as it should.'];
  } finally {
    await engine.podman(['rmi', '--force', imageOf('api'), ...standIns]);
  }
}
