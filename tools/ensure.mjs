// Installs what is missing. Plain JavaScript: it runs on whatever Node the machine has, before the pinned one is there.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stamp = join(root, 'node_modules', '.errand-installed');
const lockHash = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex');

function run(command, args) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status === 0) return;
  console.error(
    `"${command} ${args.join(' ')}" failed${error ? `: ${error.message}` : ''}. Mend that, then run the command again.`,
  );
  process.exit(1);
}

function installPackages() {
  const isInstalled = existsSync(stamp) && readFileSync(stamp, 'utf8') === lockHash;
  if (isInstalled && existsSync(join(root, 'node_modules', '.bin', 'node'))) return;
  console.log('Installing packages …');
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  writeFileSync(stamp, lockHash);
}

const hasServer = () =>
  existsSync('/usr/lib/postgresql') &&
  readdirSync('/usr/lib/postgresql').some((version) => existsSync(`/usr/lib/postgresql/${version}/bin/initdb`));
const hasBrowser = () => existsSync('/usr/bin/chromium');
const hasPdfReader = () => existsSync('/usr/bin/pdftoppm');

/** The tests also run on a PostgreSQL server and look at pages and printed labels: Debian has what that takes. */
function installTestTools() {
  const missing = [
    ...(hasServer() ? [] : ['postgresql']),
    ...(hasBrowser() ? [] : ['chromium']),
    ...(hasPdfReader() ? [] : ['poppler-utils']),
  ];
  const isDebianRoot = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (missing.length === 0 || !isDebianRoot) return;
  console.log(`Installing ${missing.join(' and ')} …`);
  run('apt-get', ['update', '-qq']);
  run('env', [
    'DEBIAN_FRONTEND=noninteractive',
    'apt-get',
    'install',
    '-y',
    '-qq',
    '--no-install-recommends',
    ...missing,
  ]);
}

installPackages();
if (process.argv.includes('--with-test-tools')) installTestTools();
