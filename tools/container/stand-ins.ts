import { appendFileSync, chmodSync, copyFileSync, cpSync, existsSync, mkdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { call, type Engine } from './engine.ts';
import { baseName } from './image.ts';

const sources = join(import.meta.dirname, 'stand-ins');

/** Copies programs of this machine and their libraries. The base uses packages of the same Debian. */
async function copyPrograms(programs: string[], folder: string): Promise<void> {
  const output = await call('ldd', programs);
  const libraries = [...output.matchAll(/ => (\/\S+) /g)].flatMap(([, path]) => path ?? []);
  for (const file of new Set([...programs, ...libraries])) {
    const target = join(folder, file);
    if (existsSync(target)) continue;
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(realpathSync(file), target);
  }
}

async function commit(
  engine: Engine,
  name: string,
  config: string[],
  fill: (folder: string) => Promise<void>,
): Promise<void> {
  const container = await engine.buildah(['from', '--pull-never', baseName]);
  try {
    await fill(await engine.buildah(['mount', container]));
    await engine.buildah(['config', ...config, container]);
    await engine.buildah(['commit', '--quiet', '--format', 'docker', container, name]);
  } finally {
    await engine.buildah(['rm', container]);
  }
}

function addProgram(name: string, folder: string): void {
  const target = join(folder, 'usr/local/bin', name);
  copyFileSync(join(sources, name), target);
  chmodSync(target, 0o755);
}

/** This machine's PostgreSQL, any version, in place of the official image. */
export const makePostgres = (engine: Engine, name: string, bin: string): Promise<void> => {
  const data = '/var/lib/postgresql/data';
  const config = [
    ...['--env', `PGDATA=${data}`, '--env', `PATH=${bin}:/usr/local/bin:/usr/bin:/bin:/usr/sbin`, '--volume', data],
    ...['--entrypoint', '["postgres.sh"]', '--cmd', 'postgres', '--stop-signal', 'SIGINT', '--port', '5432'],
  ];
  return commit(engine, name, config, async (folder) => {
    const programs = ['initdb', 'postgres', 'pg_ctl', 'pg_isready', 'psql'].map((each) => join(bin, each));
    await copyPrograms(programs, folder);
    const library = join(dirname(bin), 'lib');
    cpSync(library, join(folder, library), { recursive: true, filter: (path) => !path.includes('jit') });
    for (const shared of [bin.replace('/lib/', '/share/').replace(/\/bin$/, ''), '/usr/share/zoneinfo'])
      cpSync(shared, join(folder, shared), { recursive: true });
    appendFileSync(join(folder, 'etc/passwd'), 'postgres:x:999:999::/var/lib/postgresql:/bin/sh\n');
    appendFileSync(join(folder, 'etc/group'), 'postgres:x:999:\n');
    addProgram('postgres.sh', folder);
  });
};

export const makeBlobs = (engine: Engine, name: string): Promise<void> =>
  commit(engine, name, ['--entrypoint', '["node", "/usr/local/bin/blobs.mjs"]', '--port', '7070'], async (folder) =>
    addProgram('blobs.mjs', folder),
  );
