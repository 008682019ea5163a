import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { assertDefined } from '../../server/src/kit/assert-defined.ts';
import { CannotRunHere, call, type Engine, orCannotRunHere, Unfinished } from './engine.ts';

const root = join(import.meta.dirname, '..', '..');
/** The base of deploy/Containerfile. */
export const baseName = 'docker.io/library/node:24-bookworm-slim';
/** About five times the duration on two idle cores. */
const buildWaitMs = 5 * 60_000;
const isolation = ['--isolation', 'chroot', '--network', 'host'];
/** Podman's default format does not support health checks. */
const how = ['--format', 'docker', ...isolation, '--pull=false'];

/** `whole` includes Debian's package manager, which deploy/Containerfile.chromium needs. */
type BaseKind = 'small' | 'whole';
const baseLabel = 'errand-drill-base';
/** Identifies the base by its Node version. */
const markOf = (kind: BaseKind): string => `${kind}, Node ${process.version}`;

/** Whether the store has the base from an earlier run. */
export const isBaseThere = (engine: Engine, kind: BaseKind): Promise<boolean> =>
  engine.podman(['image', 'inspect', '--format', `{{index .Labels "${baseLabel}"}}`, baseName]).then(
    (label) => label === markOf(kind),
    () => false,
  );

export const pullBase = (engine: Engine): Promise<string> =>
  orCannotRunHere('The base cannot be fetched from its registry.', () =>
    engine.buildah(['pull', baseName], buildWaitMs),
  );

/** Node's dependencies and the commands that the container file uses. */
const packages = ['base-files', 'base-passwd', 'coreutils', 'dash', 'findutils', 'libstdc++6'];

/** Unpacks Debian packages from this machine's package lists. Takes a tenth of the time of debootstrap. */
async function unpackDebian(folder: string, downloads: string): Promise<void> {
  writeFileSync(join(downloads, 'nothing-installed'), '');
  mkdirSync(join(downloads, 'archives', 'partial'), { recursive: true });
  const options = [
    `Dir::State::status=${join(downloads, 'nothing-installed')}`,
    `Dir::Cache=${downloads}`,
    'Debug::NoLocking=1',
    'APT::Sandbox::User=root',
    // Retry a server that stalls.
    'Acquire::http::Timeout=15',
    'Acquire::Retries=3',
  ].flatMap((option) => ['-o', option]);
  const args = ['install', '--download-only', '-qq', '-y', '--no-install-recommends', ...options, ...packages];
  await call('apt-get', args).catch(async () => {
    await call('apt-get', ['update', '-qq']);
    await call('apt-get', args);
  });
  for (const name of readdirSync(join(downloads, 'archives')).filter((each) => each.endsWith('.deb')))
    await call('dpkg-deb', ['--extract', join(downloads, 'archives', name), folder]);
  for (const name of ['passwd', 'group'])
    copyFileSync(join(folder, 'usr/share/base-passwd', `${name}.master`), join(folder, 'etc', name));
}

async function addNode(folder: string): Promise<void> {
  const node = join(folder, 'usr/local/bin/node');
  mkdirSync(dirname(node), { recursive: true });
  copyFileSync(join(root, 'node_modules/node/bin/node'), node);
  chmodSync(node, 0o755);
  const npm = [
    'install',
    '--global',
    '--prefix',
    join(folder, 'usr/local'),
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
  ];
  await call('npm', [...npm, 'npm@11']);
}

/**
 * Builds a stand-in for the base image, for a machine that reaches Debian and npm but no image registry: a small
 * Debian, the pinned Node, and npm.
 */
export async function makeBase(engine: Engine, kind: BaseKind): Promise<void> {
  const mountsRefused = 'No file system can be mounted for a container here.';
  const container = await orCannotRunHere(mountsRefused, () => engine.buildah(['from', 'scratch']));
  const downloads = mkdtempSync(join(tmpdir(), 'errand-debian-'));
  try {
    const folder = await orCannotRunHere(mountsRefused, () => engine.buildah(['mount', container]));
    await orCannotRunHere('The packages of a base cannot be had from Debian.', () =>
      kind === 'whole'
        ? call('debootstrap', ['--variant=minbase', 'bookworm', folder], { timeout: buildWaitMs }).then(() => {})
        : unpackDebian(folder, downloads),
    );
    for (const needless of ['var/cache/apt', 'var/lib/apt/lists', 'usr/share/doc', 'usr/share/man', 'usr/share/locale'])
      rmSync(join(folder, needless), { recursive: true, force: true });
    await orCannotRunHere('npm cannot be had from its registry.', () => addNode(folder));
    await orCannotRunHere('No program can be run in a folder of its own here.', () =>
      engine.buildah(['run', ...isolation, container, 'node', '--version']),
    );
    await engine.buildah(['config', '--label', `${baseLabel}=${markOf(kind)}`, container]);
    await engine.buildah(['commit', '--quiet', container, baseName], buildWaitMs);
  } finally {
    rmSync(downloads, { recursive: true, force: true });
    await engine.buildah(['rm', container]);
  }
}

/** Mounts this machine's npm settings, certificates and cache into the build. No layer contains them. */
async function lendNpmSettings(folder: string): Promise<string[]> {
  const setting = (name: string) => call('npm', ['config', 'get', name], { cwd: homedir() });
  const [registry, own, cache] = await Promise.all(['registry', 'cafile', 'cache'].map(setting));
  const certificates = own && own !== 'null' ? own : process.env.NODE_EXTRA_CA_CERTS;
  const lines = [`registry=${registry}`, 'cache=/run/npm-cache', 'prefer-offline=true', 'update-notifier=false'];
  if (certificates) {
    copyFileSync(certificates, join(folder, 'certificates.pem'));
    lines.push('cafile=/run/npm/certificates.pem');
  }
  writeFileSync(join(folder, 'npmrc'), lines.join('\n'));
  mkdirSync(assertDefined(cache), { recursive: true });
  const lent = [`${folder}:/run/npm:ro`, `${folder}/npmrc:/root/.npmrc:ro`, `${cache}:/run/npm-cache`];
  return lent.flatMap((each) => ['--volume', each]);
}

/**
 * Builds deploy/Containerfile unchanged. Layers are only for a persistent store: writing them takes as long as they
 * save.
 */
export async function buildImage(engine: Engine, name: string, { layers }: { layers: boolean }): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'errand-build-'));
  try {
    const more = [`--layers=${layers}`, '--jobs', '2', ...(await lendNpmSettings(folder))];
    const file = ['--file', join(root, 'deploy/Containerfile')];
    await engine.buildah(['build', ...how, ...more, ...file, '--tag', name, root], buildWaitMs);
  } catch (error) {
    if (!(error instanceof Unfinished)) throw error;
    throw new CannotRunHere(`${error.message}\nThis machine is too slow for it.`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Builds deploy/Containerfile.chromium on an image built before. */
export async function addChromium(engine: Engine, onto: string, name: string): Promise<void> {
  const folder = join(root, 'deploy');
  const file = ['--file', join(folder, 'Containerfile.chromium'), '--build-arg', `ERRAND=${onto}`];
  await engine.buildah(['build', ...how, ...file, '--tag', name, folder], buildWaitMs);
}

/** Without a user option, the image must not run as root. */
export async function userProblems(engine: Engine, name: string): Promise<string[]> {
  const user = await engine.podman(['image', 'inspect', '--format', '{{.User}}', name]);
  return user === '65532:65532' ? [] : [`${name} runs as "${user}"`];
}

export const megabytesOf = async (engine: Engine, name: string): Promise<number> =>
  Math.round(Number(await engine.podman(['image', 'inspect', '--format', '{{.Size}}', name])) / 1e6);

interface ImageSize {
  megabytes: number;
  baseMegabytes: number;
  /** The largest parts of /errand in megabytes, largest first. */
  parts: [string, number][];
}

export async function sizeOf(engine: Engine, name: string): Promise<ImageSize> {
  const container = await engine.buildah(['from', '--pull-never', name]);
  try {
    const folder = join(await engine.buildah(['mount', container]), 'errand');
    const output = await call('sh', ['-c', 'du -sk node_modules/* node_modules/@*/* server/* web/dist docs'], {
      cwd: folder,
    });
    const parts = output.split('\n').flatMap((line): [string, number][] => {
      const [kilobytes = '', path = ''] = line.split('\t');
      return /^node_modules\/@[^/]+$/.test(path) ? [] : [[path, Math.round(Number(kilobytes) / 100) / 10]];
    });
    return {
      megabytes: await megabytesOf(engine, name),
      baseMegabytes: await megabytesOf(engine, baseName),
      parts: parts.sort(([, a], [, b]) => b - a).slice(0, 12),
    };
  } finally {
    await engine.buildah(['rm', container]);
  }
}
