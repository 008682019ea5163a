import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { call, type Engine } from './engine.ts';

const root = join(import.meta.dirname, '..', '..');
/** What deploy/Containerfile begins with. */
const baseName = 'docker.io/library/node:24-bookworm-slim';
const buildWaitMs = 20 * 60_000;
/** Podman's own format has no place for the health check. */
const how = ['--format', 'docker', '--isolation', 'chroot', '--network', 'host'];

export const isBaseThere = (engine: Engine): Promise<boolean> =>
  engine.buildah(['inspect', '--type', 'image', baseName]).then(
    () => true,
    () => false,
  );

/**
 * An image of the same kind as the base and with its name, for a machine that reaches Debian and the npm registry but no registry of
 * images: Debian's smallest system, the pinned Node, and npm.
 */
export async function makeBase(engine: Engine): Promise<void> {
  const container = await engine.buildah(['from', 'scratch']);
  try {
    const folder = await engine.buildah(['mount', container]);
    await call('debootstrap', ['--variant=minbase', 'bookworm', folder], { timeout: buildWaitMs });
    for (const needless of ['var/cache/apt', 'var/lib/apt/lists', 'usr/share/doc', 'usr/share/man', 'usr/share/locale'])
      rmSync(join(folder, needless), { recursive: true, force: true });
    const node = join(folder, 'usr/local/bin/node');
    copyFileSync(join(root, 'node_modules/node/bin/node'), node);
    chmodSync(node, 0o755);
    await call(
      'npm',
      ['install', '--global', '--prefix', join(folder, 'usr/local'), '--no-audit', '--no-fund', 'npm@11'],
      {
        timeout: buildWaitMs,
      },
    );
    await engine.buildah(['commit', '--quiet', container, baseName], buildWaitMs);
  } finally {
    await engine.buildah(['rm', container]);
  }
}

/** npm's registry and certificates are those of this machine. They are lent to the build: no layer of the image has them. */
async function lendNpmSettings(folder: string): Promise<string[]> {
  const setting = (name: string) => call('npm', ['config', 'get', name], { cwd: homedir() });
  const registry = await setting('registry');
  const own = await setting('cafile');
  const certificates = own && own !== 'null' ? own : process.env.NODE_EXTRA_CA_CERTS;
  mkdirSync(join(folder, 'npm'), { recursive: true });
  const lines = [`registry=${registry}`];
  if (certificates) {
    copyFileSync(certificates, join(folder, 'npm', 'certificates.pem'));
    lines.push('cafile=/run/npm/certificates.pem');
  }
  writeFileSync(join(folder, 'npm', 'npmrc'), lines.join('\n'));
  return ['--volume', `${folder}/npm:/run/npm:ro`, '--volume', `${folder}/npm/npmrc:/root/.npmrc:ro`];
}

/** Builds deploy/Containerfile as it is. `pull` fetches the base anew from where its name says. */
export async function buildImage(engine: Engine, name: string, { pull }: { pull: boolean }): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'errand-build-'));
  try {
    const more = ['--layers', `--pull=${pull}`, ...(await lendNpmSettings(folder))];
    const file = ['--file', join(root, 'deploy/Containerfile')];
    await engine.buildah(['build', ...how, ...more, ...file, '--tag', name, root], buildWaitMs);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Builds deploy/Containerfile.chromium on an image that was built before. */
export async function addChromium(engine: Engine, onto: string, name: string): Promise<void> {
  const folder = join(root, 'deploy');
  const file = ['--file', join(folder, 'Containerfile.chromium'), '--build-arg', `ERRAND=${onto}`];
  await engine.buildah(['build', ...how, '--pull=false', ...file, '--tag', name, folder], buildWaitMs);
}

/** Whoever starts the image without saying a user must not be root. */
export async function userProblems(engine: Engine, name: string): Promise<string[]> {
  const user = await engine.podman(['image', 'inspect', '--format', '{{.User}}', name]);
  return user === '65532:65532' ? [] : [`${name} runs as "${user}"`];
}

export const megabytesOf = async (engine: Engine, name: string): Promise<number> =>
  Math.round(Number(await engine.podman(['image', 'inspect', '--format', '{{.Size}}', name])) / 1e6);

interface ImageSize {
  megabytes: number;
  baseMegabytes: number;
  /** The largest parts of /errand in megabytes, the largest first. */
  parts: [string, number][];
}

export async function sizeOf(engine: Engine, name: string): Promise<ImageSize> {
  const container = await engine.buildah(['from', '--pull-never', name]);
  try {
    const folder = join(await engine.buildah(['mount', container]), 'errand');
    const said = await call('sh', ['-c', 'du -sk node_modules/* node_modules/@*/* server/* web/dist docs'], {
      cwd: folder,
    });
    const parts = said.split('\n').flatMap((line): [string, number][] => {
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
