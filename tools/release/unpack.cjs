// Runs first in the executable: unpacks its files once, next to earlier versions, and continues in them.
const {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} = require('node:fs');
const { createRequire } = require('node:module');
const { homedir, tmpdir } = require('node:os');
const { dirname, join } = require('node:path');
const sea = require('node:sea');
const { zstdDecompressSync } = require('node:zlib');

const { hash, files } = JSON.parse(sea.getAsset('index.json', 'utf8'));

/** Under root, PostgreSQL runs as another user, who must reach its programs. */
function parent() {
  if (process.env.ERRAND_HOME) return process.env.ERRAND_HOME;
  if (process.getuid?.() === 0) return '/var/lib/errand';
  const cache = process.env.XDG_CACHE_HOME || (process.env.HOME ? join(homedir(), '.cache') : tmpdir());
  return join(cache, 'errand');
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Removes what killed processes left half unpacked. In a container, this process may have the same number. */
function removeDrafts(within) {
  for (const name of readdirSync(within)) {
    const pid = Number(/^app-[0-9a-f]+\.(\d+)$/.exec(name)?.[1]);
    if (pid === process.pid || (pid > 0 && !isAlive(pid))) rmSync(join(within, name), { recursive: true, force: true });
  }
}

function unpack(folder) {
  const draft = `${folder}.${process.pid}`;
  mkdirSync(dirname(folder), { recursive: true });
  removeDrafts(dirname(folder));
  // One chunk of the final size is twice as fast as many small ones.
  const chunkSize = files.reduce((total, { size }) => total + size, 1);
  const content = zstdDecompressSync(Buffer.from(sea.getRawAsset('files')), { chunkSize });
  let at = 0;
  const made = new Set();
  for (const { path, mode, link, size } of files) {
    const place = join(draft, path);
    if (!made.has(dirname(place))) mkdirSync(dirname(place), { recursive: true });
    made.add(dirname(place));
    if (link !== undefined) symlinkSync(link, place);
    else writeFileSync(place, content.subarray(at, at + size), { mode: mode | 0o444 });
    at += size;
  }
  chmodSync(draft, 0o755);
  try {
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Another process was faster.
    if (!existsSync(folder)) throw error;
  }
}

const folder = join(parent(), `app-${hash}`);
try {
  if (!existsSync(folder)) unpack(folder);
} catch (error) {
  process.stderr.write(
    `Cannot unpack into ${folder}: ${error.message}. Set ERRAND_HOME to a folder that can be written.\n`,
  );
  process.exit(1);
}
if (process.argv.length === 2) process.argv.push('serve');
createRequire(join(folder, 'start.cjs'))('./start.cjs');
