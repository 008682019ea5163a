// Installs and builds what is missing. Plain JavaScript: it runs on any Node version, before the pinned one is
// installed.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stamp = join(root, 'node_modules', '.errand-installed');
const lockHash = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex');

const execute = (command, args) => spawnSync(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });

/** Builds beside other builds. Returns whether it succeeded. */
const build = (tool, mark) =>
  new Promise((resolve) => {
    const program = join('node_modules', '.bin', 'node');
    const child = spawn(program, [join('tools', tool), mark], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
    child.once('error', () => resolve(false));
    child.once('close', (code) => resolve(code === 0));
  });

function run(command, args) {
  const { status, error } = execute(command, args);
  if (status === 0) return;
  console.error(
    `"${command} ${args.join(' ')}" failed${error ? `: ${error.message}` : ''}. Mend that, then run the command again.`,
  );
  process.exit(1);
}

/** Whether anything was installed. */
function installPackages() {
  const isInstalled = existsSync(stamp) && readFileSync(stamp, 'utf8') === lockHash;
  if (isInstalled && existsSync(join(root, 'node_modules', '.bin', 'node'))) return false;
  console.log('Installing packages …');
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  writeFileSync(stamp, lockHash);
  return true;
}

/** A hash of files and folders. */
function markOf(files, folders) {
  for (const folder of folders.filter((each) => existsSync(join(root, each)))) {
    const names = readdirSync(join(root, folder), { recursive: true }).map((name) => `${folder}/${name}`);
    files.push(...names.filter((name) => statSync(join(root, name)).isFile()));
  }
  const hash = createHash('sha256');
  for (const file of files.sort()) {
    hash.update(`${file}\0`);
    hash.update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

async function buildWeb() {
  const mark = markOf(
    ['package-lock.json', 'web/index.html', 'web/vite.config.ts'],
    ['web/src', 'web/public', 'sdk/src', 'sdk/generated'],
  );
  const builtFrom = join(root, 'web', 'dist', '.built-from');
  if (existsSync(builtFrom) && readFileSync(builtFrom, 'utf8') === mark) return;
  console.log('Building the web pages …');
  // The API works without them.
  if (!(await build('build-web.ts', mark))) console.error('The web pages could not be built; everything else works.');
}

/**
 * The bundled service starts in half the time, and the command in a quarter. It is built on a new machine, with new packages, and by `npm run
 * server:build`. Changed sources run unbundled, because building takes longer than it saves.
 */
async function buildServer(isAsked) {
  const dist = join(root, 'server', 'dist');
  const current = join(dist, 'current');
  const mark = markOf(
    ['package-lock.json', 'tools/build-server.ts'],
    ['server/src', 'cli', 'sdk/src', 'sdk/generated'],
  ).slice(0, 16);
  const isBuilt = existsSync(join(dist, mark, 'server.mjs'));
  if (isBuilt && existsSync(current) && readFileSync(current, 'utf8') === mark) {
    // The files were touched but did not change.
    utimesSync(current, new Date(), new Date());
    return;
  }
  rmSync(current, { force: true });
  if (existsSync(dist) && !isAsked) return;
  console.log('Building the service …');
  if (!(await build('build-server.ts', mark)))
    console.error('The service could not be put into few files; it starts from its source.');
}

const hasServer = () =>
  existsSync('/usr/lib/postgresql') &&
  readdirSync('/usr/lib/postgresql').some((version) => existsSync(`/usr/lib/postgresql/${version}/bin/initdb`));
/** The headless shell is faster; either works. */
const browsers = ['chromium-headless-shell', 'chromium'];
const imageTools = ['buildah', 'podman', 'runc'];
const modelTools = ['spin', 'gcc'];
const hasBinary = (name) => ['/usr/bin', '/usr/sbin'].some((folder) => existsSync(join(folder, name)));
const isInDebian = (name) => spawnSync('apt-cache', ['show', name]).status === 0;

const install = (names, how) =>
  how('env', [
    'DEBIAN_FRONTEND=noninteractive',
    'apt-get',
    'install',
    '-y',
    '-qq',
    '--no-install-recommends',
    ...names,
  ]);

/**
 * Tests also need a PostgreSQL server, a browser, a PDF renderer, model checkers and container tools, which Debian has.
 * Without the optional ones, tests report what they skip.
 */
function installTestTools() {
  const hasAnyBrowser = browsers.some(hasBinary);
  const needed = [...(hasServer() ? [] : ['postgresql']), ...(hasBinary('pdftoppm') ? [] : ['poppler-utils'])];
  const wanted = [
    ...(hasBinary(browsers[0]) ? [] : [browsers[0]]),
    ...[...imageTools, ...modelTools].filter((name) => !hasBinary(name)),
  ];
  const isDebianRoot = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (!isDebianRoot || (needed.length === 0 && wanted.length === 0)) return;
  console.log('Installing what the tests need from Debian …');
  (needed.length === 0 && hasAnyBrowser ? execute : run)('apt-get', ['update', '-qq']);
  if (!hasAnyBrowser) needed.push(...browsers.filter(isInDebian).slice(0, 1));
  const there = wanted.filter((name) => !needed.includes(name) && isInDebian(name));
  const { status } = install([...needed, ...there], execute);
  if (status !== 0 && needed.length > 0) install(needed, run);
}

const hasNewPackages = !process.argv.includes('--only-web') && installPackages();
const isAsked = process.argv.includes('--build-service');
await Promise.all([
  isAsked || process.argv.includes('--with-service') ? buildServer(isAsked || hasNewPackages) : null,
  process.argv.includes('--without-web') ? null : buildWeb(),
]);
if (process.argv.includes('--with-test-tools')) installTestTools();
