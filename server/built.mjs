// Finds what `npm run server:build` built, where that is not missing or older than the source. Dates say that here;
// tools/ensure.mjs compares what is in the files.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'server', 'dist');
const sources = ['server/src', 'cli', 'sdk/src', 'sdk/generated'];
const changedAt = (path) => statSync(path).mtimeMs;

/** The URL of this entry in the current build, or null. */
export function builtUrl(entry) {
  try {
    const builtAt = changedAt(join(dist, 'current'));
    const isNewer = ({ parentPath, name }) => changedAt(join(parentPath, name)) > builtAt;
    if (changedAt(join(root, 'package-lock.json')) > builtAt) return null;
    const file = join(dist, readFileSync(join(dist, 'current'), 'utf8'), entry);
    if (!existsSync(file)) return null;
    const filesOf = (folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
    return sources.some((folder) => filesOf(folder).some(isNewer)) ? null : pathToFileURL(file).href;
  } catch {
    return null;
  }
}
