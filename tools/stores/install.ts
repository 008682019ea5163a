import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Third-party stores that tests and the demo buy from. Not dependencies. */
export const instanceKinds = ['vendure', 'medusa', 'evershop', 'expresscart'] as const;
export type InstanceKind = (typeof instanceKinds)[number];

const recipeFolder = (kind: InstanceKind): string => join(import.meta.dirname, kind);
const recipeFiles = ['package.json', 'package-lock.json', 'instance.mjs'];

/** The installations, shared by all clones on this machine. STORES_CACHE overrides it. */
export const cacheFolder = (): string => process.env.STORES_CACHE ?? join(homedir(), '.cache', 'errand', 'stores');

/** Changed files mean a new installation. */
function installationFolder(kind: InstanceKind): string {
  const hash = createHash('sha256');
  for (const file of recipeFiles) hash.update(readFileSync(join(recipeFolder(kind), file)));
  return join(cacheFolder(), `${kind}-${hash.digest('hex').slice(0, 12)}`);
}

/** The folder of a finished installation; null if there is none. */
export function installationOf(kind: InstanceKind): string | null {
  const folder = installationFolder(kind);
  return existsSync(folder) ? folder : null;
}

/**
 * Installs a store from the npm registry unless it is installed. Builds it under another name and renames it when done, so
 * an interrupted installation doesn't count.
 */
export async function ensureInstalled(kind: InstanceKind, log: (line: string) => void): Promise<string> {
  const ready = installationOf(kind);
  if (ready) return ready;
  const folder = installationFolder(kind);
  mkdirSync(cacheFolder(), { recursive: true });
  const draft = mkdtempSync(`${folder}-draft-`);
  try {
    log(`Installing ${kind} into ${cacheFolder()} (once; it takes a few minutes) …`);
    for (const file of recipeFiles) cpSync(join(recipeFolder(kind), file), join(draft, file));
    writeFileSync(join(draft, '.npmrc'), 'omit-lockfile-registry-resolved=true\n');
    const flags = ['--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    // Not `npm ci`: it rejects lock files without other platforms' packages.
    await execute('npm', ['install', ...flags], draft);
    await execute(process.execPath, ['instance.mjs', 'seed', 'seeded'], draft);
    if (!existsSync(folder)) renameSync(draft, folder);
    return folder;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${kind} could not be installed: ${reason}. It needs the npm registry.`);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function execute(command: string, args: string[], cwd: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const note = (chunk: Buffer): void => {
      output = (output + chunk).slice(-2000);
    };
    child.stdout.on('data', note);
    child.stderr.on('data', note);
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`"${command} ${args.join(' ')}" ended with ${code}: ${output.trim()}`)),
    );
  });
}
